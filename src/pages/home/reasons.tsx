import { proofs, reasons } from '../../content/reasons.ts';
import { Section } from '../../ui/section.tsx';
import { Portrait } from '../pictures.tsx';
import { useSite } from '../site-context.tsx';
import styles from './reasons.module.css';

/** Shows the person behind the studio, in their own words (HOME-12). */
export function Person() {
  const { profile } = useSite();
  const { title, text: words } = reasons.person;
  return (
    <Section title={title}>
      <figure className={styles.person}>
        <Portrait className={styles.portrait} />
        <blockquote className={styles.words}>{words}</blockquote>
        <figcaption className={styles.signature} data-profile="name">
          {profile.name}
        </figcaption>
      </figure>
    </Section>
  );
}

/** Answers the usual questions (HOME-12). */
export function Questions() {
  const { title, items } = reasons.questions;
  return (
    <Section title={title}>
      <div>
        {items.map((item) => (
          <details key={item.title} className={styles.question}>
            <summary>{item.title}</summary>
            <p>{item.text}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** Shows what the site itself proves (HOME-12). */
export function Proof() {
  const { title, lead } = reasons.proof;
  return (
    <Section title={title}>
      <div>
        <p className={styles.lead}>{lead}</p>
        <ul className={styles.proofs}>
          {proofs.map(({ figure, text: words }) => (
            <li key={figure}>
              <strong>{figure}</strong>
              {` ${words}`}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
