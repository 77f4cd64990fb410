import { contactPathFor, SERVICES_ID } from '../../routes.ts';
import { type FixedPriceOffer, fixedPriceOffers, type RegieOffer, regieOffer, taxNote } from '../../site.ts';
import { Icon } from '../../theme/icons.tsx';
import { PillLink } from '../../ui/buttons.tsx';
import text from '../../ui/text.module.css';
import { homeWords } from '../../words/home.ts';
import { noCard } from '../../words/specified.ts';
import { Picture } from '../pictures.tsx';
import { Carousel } from './carousel.tsx';
import styles from './services.module.css';

/** Shows the fixed-price offers, and time and materials beside or below them (HOME-7). */
export function Services() {
  const { title, carousel } = homeWords.services;
  const slides = fixedPriceOffers.map((offer) => ({
    id: offer.id,
    tab: offer.tab,
    shortPrice: offer.shortPrice,
    content: <ServiceCard fixedPrice={offer} />,
  }));
  return (
    <section className={styles.section} id={SERVICES_ID} tabIndex={-1} aria-labelledby="services-title">
      <h2 id="services-title">{title}</h2>
      <div className={styles.offers}>
        <Carousel className={styles.carousel} label={carousel} slides={slides} />
        {regieOffer && (
          <div className={styles.regie} id={regieOffer.id}>
            <ServiceCard regie={regieOffer} />
          </div>
        )}
      </div>
      {taxNote && <p className={styles.note}>{taxNote}</p>}
    </section>
  );
}

/** Shows a card of either kind (CARD-1, CARD-2), or says that there is no data (CARD-3). */
export function ServiceCard({ regie, fixedPrice }: { regie?: RegieOffer; fixedPrice?: FixedPriceOffer }) {
  return (
    <article className={styles.card}>
      {regie && <Regie offer={regie} />}
      {fixedPrice && <FixedPrice offer={fixedPrice} />}
      {!regie && !fixedPrice && <p className={styles.body}>{noCard}</p>}
    </article>
  );
}

function Regie({ offer }: { offer: RegieOffer }) {
  return (
    <>
      <Picture
        className={styles.picture}
        src={offer.pathImg}
        srcDark={offer.pathImgDark}
        alt={offer.alt}
        width={445}
        height={205}
      />
      <div className={styles.body}>
        <h3 id={titleId(offer)}>{offer.titre}</h3>
        <p className={styles.text}>{offer.content}</p>
        <Answers offer={offer} />
        <PriceAndAction offer={offer} />
      </div>
    </>
  );
}

function FixedPrice({ offer }: { offer: FixedPriceOffer }) {
  return (
    <>
      <Banner offer={offer} />
      <div className={styles.body}>
        <ul className={`${text.points} ${styles.list}`}>
          {offer.description.map((line) => (
            <li key={line}>
              <Icon name="check" size={20} />
              {line}
            </li>
          ))}
        </ul>
        <Answers offer={offer} />
        <PriceAndAction offer={offer} />
      </div>
    </>
  );
}

/** Each kind of offer has its skyline, from one hill for a small site to a closed ring for maintenance. */
const skylines: Readonly<Record<FixedPriceOffer['icon'], string>> = {
  window: 'M-5 108C70 104 120 92 170 66S270 40 320 66 400 92 450 86',
  'phone-app': 'M-5 104C40 102 80 90 120 62S180 44 215 66 260 84 300 50 370 40 450 92',
  refresh: 'M-5 106C60 102 100 96 150 58 168 46 178 54 196 54S226 44 246 58C300 96 380 92 450 74',
  compass: 'M-5 110C90 108 170 100 225 68S285 38 312 46 360 84 450 92',
  shield: 'M-5 88C30 66 60 64 90 78S150 100 190 72 250 46 290 70 350 84 380 60 420 44 450 50',
};

/** Distances of the contour lines below the skyline, in units of the drawing; the studio's pictures have such lines too. */
const THREADS = [9, 19, 31, 45] as const;

/** Draws the head of a fixed-price card: the words beside a skyline, and the icon on the sun above it. */
function Banner({ offer }: { offer: FixedPriceOffer }) {
  const skyline = skylines[offer.icon];
  return (
    <div className={styles.banner}>
      <svg className={styles.scene} viewBox="0 34 445 86" preserveAspectRatio="none" aria-hidden="true">
        <path d={`${skyline}V125H-5Z`} />
        {THREADS.map((below) => (
          <path key={below} className={styles.thread} d={skyline} transform={`translate(0 ${below})`} />
        ))}
      </svg>
      <div className={styles.words}>
        <h3 className={styles.kind}>{homeWords.services.fixedPrice}</h3>
        <h4 id={titleId(offer)}>{offer.titre}</h4>
      </div>
      <span className={styles.sun}>
        <Icon name={offer.icon} size={28} />
      </span>
    </div>
  );
}

/** Shows the answers to a client's first questions (CARD-6). */
function Answers({ offer }: { offer: RegieOffer | FixedPriceOffer }) {
  return (
    <dl className={styles.answers}>
      {(['forWhom', 'delay', 'notIncluded'] as const).map((question) => (
        <div key={question}>
          <dt>{homeWords.services[question]}</dt>
          <dd>{offer[question]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Gives the id of a card's title, which describes the card's button, as all buttons have the same words. */
const titleId = ({ id }: { id: string }) => `${id}-offre`;

/** Shows the price, with its figure large, and what it covers. The link tells the form the offer (FORM-9). */
function PriceAndAction({ offer }: { offer: RegieOffer | FixedPriceOffer }) {
  const { id, price, figure, actions } = offer;
  const [first = '', ...lines] = price.split('\n');
  const [before, after] = first.split(figure);
  return (
    <div className={styles.foot}>
      <p className={styles.price}>
        <span>
          {before}
          <strong>{figure}</strong>
          {after}
        </span>
        {lines.map((line) => (
          <span key={line}>{`\n${line}`}</span>
        ))}
      </p>
      <PillLink look="solid" href={contactPathFor(id)} aria-describedby={titleId(offer)}>
        {actions[0]}
      </PillLink>
    </div>
  );
}
