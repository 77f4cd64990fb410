import { useState } from 'react';
import { cards, cardText, opening } from '../pages/floor-page.mjs';

function Header() {
  const [dark, setDark] = useState(false);
  return (
    <header>
      <strong>Studio</strong>
      <a href="/contact">Nous contacter</a>
      <a href="/about">L’équipe</a>
      <button type="button" aria-pressed={dark} onClick={() => setDark(!dark)} style={{ color: '#1b1b1b' }}>
        Thème
      </button>
    </header>
  );
}

export function App() {
  return (
    <>
      <Header />
      <main>
        <section className="hero">
          <video autoPlay muted loop playsInline preload="none" poster="/poster.avif" aria-hidden="true">
            <source src="/video.mp4" type="video/mp4" />
          </video>
          <div>
            <h1>Développeur web et mobile</h1>
            <p>{opening}</p>
            <p>
              <a className="button" href="/contact">
                Démarrer votre projet
              </a>
            </p>
          </div>
        </section>
        <h2>Nos services</h2>
        <section className="cards">
          {cards.map((title) => (
            <article key={title}>
              <h3>{title}</h3>
              <p>{cardText}</p>
            </article>
          ))}
        </section>
      </main>
      <footer>© 2025</footer>
    </>
  );
}
