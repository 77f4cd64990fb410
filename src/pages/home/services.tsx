import { home } from '../../content/home.ts';
import { fixedPriceOffers, regieOffer } from '../../content/offers.ts';
import { tax } from '../../content/tax.ts';
import { SERVICES_ID } from '../scroll.ts';
import { Carousel } from './carousel.tsx';
import { ServiceCard } from './service-card.tsx';
import styles from './services.module.css';

/** Shows the fixed-price offers, and time and materials beside or below them (HOME-7). */
export function Services() {
  const { title, carousel, choice } = home.services;
  const slides = fixedPriceOffers.map((offer) => ({
    key: offer.titre,
    tab: offer.tab,
    content: <ServiceCard fixedPrice={offer} />,
  }));
  return (
    <section className={styles.section} id={SERVICES_ID} tabIndex={-1} aria-labelledby="services-title">
      <h2 id="services-title">{title}</h2>
      <div className={styles.offers}>
        <Carousel className={styles.carousel} label={carousel} slides={slides} />
        <div className={styles.choice}>
          <p>
            <strong>{choice.fixedPrice.title}</strong> {choice.fixedPrice.text}
          </p>
          <span className={styles.or}>{choice.or}</span>
          <p>
            <strong>{choice.regie.title}</strong> {choice.regie.text}
          </p>
        </div>
        <div className={styles.regie}>
          <ServiceCard regie={regieOffer} />
        </div>
      </div>
      <p className={styles.note}>{tax.note}</p>
    </section>
  );
}
