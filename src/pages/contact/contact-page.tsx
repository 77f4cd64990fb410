import { Link } from 'wouter';
import { ContactForm } from '../../contact/contact-form.tsx';
import { contact, contactForm } from '../../content/contact.ts';
import { backToHome } from '../../content/specified-texts.ts';
import { PillLink } from '../../ui/pill.tsx';
import { useSite } from '../site-context.tsx';
import styles from './contact-page.module.css';

/** What happens next on one side, the form on the other (FORM-1). */
export function ContactPage() {
  const { apiUrl, contactPage } = useSite();
  const { privacy } = contactForm;
  return (
    <div className={styles['content']}>
      <div className={styles['aside']}>
        <h1 tabIndex={-1}>{contact.title}</h1>
        <p className={styles['lead']}>{contact.lead}</p>
        <h2 className={styles['next']}>{contact.next.title}</h2>
        <ol className={styles['steps']}>
          {contact.next.steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        <p className={styles['direct']}>
          {contact.direct}
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
        <PillLink look="outline" href="/">
          {backToHome}
        </PillLink>
      </div>
      <section className={styles['sheet']} aria-labelledby="form-title">
        <h2 className={styles['title']} id="form-title">
          {contactForm.title}
        </h2>
        <ContactForm apiUrl={apiUrl} initial={contactPage} />
        <div className={styles['privacy']}>
          <h3>{privacy.title}</h3>
          <p>
            {privacy.text} <Link href="/privacy">{privacy.link}</Link>
          </p>
        </div>
      </section>
    </div>
  );
}
