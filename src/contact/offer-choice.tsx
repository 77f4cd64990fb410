import { useLayoutEffect, useRef } from 'react';
import { contactPathFor } from '../routes.ts';
import { allOffers } from '../site.ts';
import text from '../ui/text.module.css';
import styles from './contact-form.module.css';
import type { LeadingOffer } from './first-state.ts';
import { contactForm } from './words.ts';

/** Names the offer that led to the form, with links to the other offers, which work without scripts too (FORM-12). */
export function OfferChoice({ offer }: { offer: LeadingOffer | undefined }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { yourChoice, changeChoice } = contactForm;

  // Choosing an offer closes the list, which would lose the focus with the pressed link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another offer is chosen.
  useLayoutEffect(() => {
    if (!details.current?.open) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  }, [offer]);

  if (!offer) return null;
  return (
    <details ref={details} className={styles.choice}>
      <summary>
        {yourChoice} <strong>{offer.titre}</strong>, <span className={text.unbroken}>{offer.shortPrice}</span>{' '}
        · <u>{changeChoice}</u>
      </summary>
      <nav aria-label={changeChoice}>
        <ul>
          {allOffers.map((each) => (
            <li key={each.id}>
              <a href={contactPathFor(each.id)} aria-current={each === offer || undefined}>
                {each.titre}
              </a>
              , <span className={text.unbroken}>{each.shortPrice}</span>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
