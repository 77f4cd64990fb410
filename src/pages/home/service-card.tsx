import { home } from '../../content/home.ts';
import type { FixedPriceOffer, RegieOffer } from '../../content/offers.ts';
import { noCard } from '../../content/specified-texts.ts';
import { CheckIcon } from '../../theme/icons.tsx';
import text from '../../ui/text.module.css';
import { Picture } from '../pictures.tsx';
import { OfferAction } from './offer-action.tsx';
import { OfferBanner } from './offer-banner.tsx';
import styles from './service-card.module.css';

interface ServiceCardProps {
  regie?: RegieOffer;
  fixedPrice?: FixedPriceOffer;
}

/** Shows a card of either kind (CARD-1, CARD-2); without data it says so (CARD-3). */
export function ServiceCard({ regie, fixedPrice }: ServiceCardProps) {
  if (regie) return <RegieCard offer={regie} />;
  if (fixedPrice) return <FixedPriceCard offer={fixedPrice} />;
  return (
    <article className={styles.card}>
      <p className={styles.none}>{noCard}</p>
    </article>
  );
}

function RegieCard({ offer }: { offer: RegieOffer }) {
  return (
    <article className={styles.card}>
      <Picture
        className={styles.picture}
        src={offer.pathImg}
        srcDark={offer.pathImgDark}
        alt={offer.alt}
        width={445}
        height={205}
      />
      <div className={styles.body}>
        <h3>{offer.titre}</h3>
        <p className={styles.text}>{offer.content}</p>
        <Answers offer={offer} />
        <PriceAndAction offer={offer} />
      </div>
    </article>
  );
}

function FixedPriceCard({ offer }: { offer: FixedPriceOffer }) {
  return (
    <article className={styles.card}>
      <OfferBanner icon={offer.icon}>
        <h3 className={styles.kind}>{home.services.fixedPrice}</h3>
        <h4>{offer.titre}</h4>
      </OfferBanner>
      <div className={styles.body}>
        <ul className={`${text.points} ${styles.list}`}>
          {offer.description.map((line) => (
            <li key={line}>
              <CheckIcon size={20} />
              {line}
            </li>
          ))}
        </ul>
        <Answers offer={offer} />
        <PriceAndAction offer={offer} />
      </div>
    </article>
  );
}

/** Answers what a client asks first (CARD-6). */
function Answers({ offer }: { offer: RegieOffer | FixedPriceOffer }) {
  const words = home.services;
  return (
    <dl className={styles.answers}>
      {(['forWhom', 'delay', 'notIncluded'] as const).map((question) => (
        <div key={question}>
          <dt>{words[question]}</dt>
          <dd>{offer[question]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sets the first line of a price large; the others say what it covers. The link tells the contact page which offer it was. */
function PriceAndAction({ offer }: { offer: RegieOffer | FixedPriceOffer }) {
  const [amount, ...lines] = offer.price.split('\n');
  return (
    <div className={styles.foot}>
      <p className={styles.price}>
        <strong className={styles.amount}>{amount}</strong>
        {lines.map((line) => (
          <span key={line} className={styles.line}>
            {`\n${line}`}
          </span>
        ))}
      </p>
      <OfferAction offer={offer} />
    </div>
  );
}
