import { useEffect } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { ContactForm } from '../contact/contact-form.tsx';
import { emptyContactPage, findOffer } from '../contact/first-state.ts';
import { OfferChoice } from '../contact/offer-choice.tsx';
import { contactForm } from '../contact/words.ts';
import { routes } from '../routes.ts';
import { contact, identity } from '../site.ts';
import { PillLink } from '../ui/buttons.tsx';
import text from '../ui/text.module.css';
import { backToHome } from '../words/specified.ts';
import styles from './contact-page.module.css';
import { useSite } from './site-context.ts';

/** Shows the form, with the next steps beside it (FORM-1). */
export function ContactPage({ isFirst }: { isFirst: boolean }) {
  const { apiUrl, contactPage, opened, typed } = useSite();
  const { privacy } = contactForm;
  const { contactEmail, phone, phoneLink } = identity;
  // Only the first visit of the page shows the outcome that came with the document.
  const initial = isFirst ? contactPage : emptyContactPage;
  const entry = useHistoryState<{ offer?: unknown } | null>();
  const offer = findOffer(entry?.offer ?? initial.offer);

  // Autofocus fails while the page is hidden, so it is repeated after the display, unless the visitor has focused something.
  useEffect(() => {
    void opened.then(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('[autofocus]')?.focus();
    });
  }, [opened]);

  return (
    <div className={styles.content}>
      <div>
        <h1 tabIndex={-1}>{contact.title}</h1>
        <p className={text.lead}>{contact.lead}</p>
      </div>
      <section className={styles.sheet}>
        <h2 className={styles.title} id="form-title">
          {contactForm.title}
        </h2>
        <OfferChoice offer={offer} />
        <ContactForm apiUrl={apiUrl} initial={initial} typed={isFirst ? typed : undefined} offer={offer} />
        <div className={styles.privacy}>
          <h3>{privacy.title}</h3>
          <p>
            {privacy.text} <a href={routes.privacy.path}>{privacy.link}</a>
          </p>
        </div>
      </section>
      <div className={styles.next}>
        <h2>{contact.next.title}</h2>
        <ol className={styles.steps}>
          {contact.next.steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        <p className={`${styles.direct} ${text.last}`}>
          {'Vous préférez un e-mail ou un appel ? '}
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a> <a href={`tel:${phoneLink}`}>{phone}</a>
        </p>
        <PillLink look="outline" href={routes.home.path}>
          {backToHome}
        </PillLink>
      </div>
    </div>
  );
}
