import type { FixedPriceOffer, RegieOffer } from '../../content/offers.ts';
import { OFFER_PARAMETER, routes } from '../../routes.ts';
import { PillLink } from '../../ui/pill.tsx';
import styles from './offer-action.module.css';

/** Leads to the form, which learns of the offer from the history entry; without scripts from the address (FORM-9). */
export function OfferAction({ offer: { titre, actions } }: { offer: RegieOffer | FixedPriceOffer }) {
  const { path } = routes.contact;
  return (
    <>
      <noscript className={styles.plain}>
        <PillLink look="solid" href={`${path}?${OFFER_PARAMETER}=${encodeURIComponent(titre)}`}>
          {actions[0]}
        </PillLink>
      </noscript>
      <PillLink look="solid" href={path} data-offer={titre}>
        {actions[0]}
      </PillLink>
    </>
  );
}
