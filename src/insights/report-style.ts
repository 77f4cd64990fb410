/** The studio's colours (theme tokens) for a page that stands alone. */
export const reportStyle = `
:root { color-scheme: light dark;
  --ground: light-dark(#fffbf4, #0b1210); --surface: light-dark(#ffffff, #121b18);
  --ink: light-dark(#1b1033, #ebf2fa); --muted: light-dark(#5b5270, #a3b3ae);
  --line: light-dark(#e5dbef, #23352d); --track: light-dark(#f4edff, #13231c); --bar: light-dark(#5e17eb, #62c795); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 Figtree, system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem); display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
header p { margin: 0; color: var(--muted); }
.studio { font-weight: 600; }
h1 { margin: .15em 0; font-size: clamp(1.8rem, 4vw, 2.6rem); line-height: 1.1; }
h2 { margin: 0 0 1rem; font-size: 1.2rem; }
section, .figures { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1rem, 3vw, 1.75rem); }
.figures { margin: 0; display: flex; flex-wrap: wrap; gap: 1rem 3rem; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--muted); }
.figures dd { margin: 0; font-size: 2rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
.pair { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); align-items: start; }
.wide svg { min-width: 40rem; }
.wide .pair { grid-template-columns: minmax(0, 1fr); }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--muted); font-size: 13px; }
svg .label, svg .value { fill: var(--ink); font-size: 14px; }
.bar { fill: var(--bar); } .track { fill: var(--track); } .scale { stroke: var(--line); }
.scrolls { max-height: 24rem; overflow: auto; }
.scrolls:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; color: var(--muted); padding-bottom: .5rem; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: end; }
td, thead th { white-space: nowrap; }
th:first-child { text-align: start; overflow-wrap: anywhere; white-space: normal; }
tbody th { font-weight: 500; }
thead th { font-weight: 600; }
footer { color: var(--muted); font-size: .9rem; }
footer p { margin: 0 0 .5rem; max-width: 65ch; }
@media print { .wide svg { min-width: 0; } .scrolls { max-height: none; overflow: visible; } section { break-inside: avoid; } .wide { break-inside: auto; } }
`;
