// The floor is the smallest page that keeps the site's rule (START-1), with the site's poster and video.
// No page that keeps this rule can be displayed earlier.
const query =
  'query getAdminPublicProfil($id: Int!) { getAdminPublicProfil(id: $id) { name metier presentation } }';
const body = JSON.stringify({ query, variables: { id: 3 } });

const gate = `{const d=document.documentElement;d.className="closed";performance.mark("gate:query");
fetch("/graphql",{method:"POST",headers:{"content-type":"application/json"},body:${JSON.stringify(body)}}).then(r=>r.json()).then(()=>{
performance.mark("gate:answer");setTimeout(()=>{d.className="";performance.mark("gate:reveal")},1000)})}`;

const css = `*{box-sizing:border-box}body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:#fff;color:#1b1b1b}
.closed body{visibility:hidden}header{display:flex;flex-wrap:wrap;gap:1rem;padding:1rem;background:#5e17eb}
header *{color:#fff;padding:.75rem}.hero{position:relative;display:grid;place-content:center;min-height:80vh;padding:1rem;
overflow:hidden;text-align:center;background:#12082b;color:#fff}.hero>*{position:relative}.hero video{position:absolute;inset:0;
width:100%;height:100%;object-fit:cover;filter:brightness(.7)}h1{font-size:2.5rem;margin:0}.button{display:inline-block;
padding:.75rem 1.5rem;background:#ffbd59;color:#1b1b1b}.cards{display:grid;gap:1rem;padding:1rem;
grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}article{padding:1rem;border:1px solid #ccc}`;

const cards = ['Site vitrine', 'Application web ou mobile', 'Refonte technique'];
const cardText =
  'Des réalisations rapides, accessibles et bien référencées, conçues pour durer et simples à faire évoluer.';
const opening =
  'Je conçois des sites, des applications et des outils sur mesure, de l’idée à la mise en ligne puis à la maintenance.';

/** Writes the page as HTML. */
export function floorPage() {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><script>${gate}</script>
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Studio, développement web et mobile</title>
<meta name="description" content="Sites, applications et outils sur mesure."><link rel="icon" href="data:,">
<style>${css}</style></head><body><header><strong>Studio</strong><a href="/contact">Nous contacter</a><a href="/about">L’équipe</a></header>
<main><section class="hero"><video autoplay muted loop playsinline preload="none" poster="/poster.avif" aria-hidden="true">
<source src="/video.mp4" type="video/mp4"></video><div><h1>Développeur web et mobile</h1><p>${opening}</p>
<p><a class="button" href="/contact">Démarrer votre projet</a></p></div></section><h2>Nos services</h2><section class="cards">
${cards.map((title) => `<article><h3>${title}</h3><p>${cardText}</p></article>`).join('')}</section></main>
<footer>© 2025</footer></body></html>`;
}
