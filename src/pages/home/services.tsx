import { home } from '../../content/home.ts';
import { fixedPriceOffers, regieOffer } from '../../content/offers.ts';
import { Ridge } from '../../ui/ridge.tsx';
import text from '../../ui/text.module.css';
import { SERVICES_ID } from '../follow-menu-entry.ts';
import { Carousel } from './carousel.tsx';
import { ServiceCard } from './service-card.tsx';
import styles from './services.module.css';

/** Shows time and materials on one side, the fixed-price offers on the other (HOME-7). */
export function Services() {
  const { title, lead, or, carousel } = home.services;
  const slides = fixedPriceOffers.map((offer) => ({
    key: offer.titre,
    content: <ServiceCard fixedPrice={offer} />,
  }));
  return (
    <section className={styles.section} id={SERVICES_ID} tabIndex={-1} aria-labelledby="services-title">
      <Ridge className={styles.ridge} />
      <div className={styles.band}>
        <div className={styles.content}>
          <div className={`${text.beside} ${styles.head}`}>
            <h2 id="services-title">{title}</h2>
            <p className={text.lead}>{lead}</p>
          </div>
          <div className={styles.offers}>
            <ServiceCard regie={regieOffer} />
            <p className={styles.or}>
              <span>{or}</span>
            </p>
            <Carousel label={carousel} slides={slides} />
          </div>
        </div>
        <Ridge className={styles.end} />
      </div>
    </section>
  );
}
