import { references } from '../../site.ts';
import { Section } from '../../ui/section.tsx';
import { homeWords } from '../../words/home.ts';
import { Picture } from '../pictures.tsx';
import { SiteLink } from '../site-link.tsx';
import styles from './references.module.css';

/** Shows what the studio made for others, with the result largest; without an entry it shows nothing (HOME-13). */
export function References() {
  if (references.length === 0) return null;
  return (
    <Section title={homeWords.references}>
      <ul>
        {references.map((reference) => (
          <Reference key={reference.client} {...reference} />
        ))}
      </ul>
    </Section>
  );
}

function Reference(props: (typeof references)[number]) {
  const { client, role, date, problem, decision, result, picture, alt, link, quote } = props;
  return (
    <li className={styles.entry}>
      {picture && (
        <Picture
          className={styles.picture}
          src={picture.pathImg}
          srcDark={picture.pathImgDark}
          alt={alt ?? ''}
        />
      )}
      <h3>{client}</h3>
      {(role ?? date) && <p className={styles.facts}>{[role, date].filter(Boolean).join(', ')}</p>}
      <p>{problem}</p>
      {decision && <p>{decision}</p>}
      {result && <p className={styles.result}>{result}</p>}
      {quote && (
        <figure className={styles.quote}>
          <blockquote>{quote.text}</blockquote>
          <figcaption>
            {[quote.name, quote.role].filter(Boolean).join(', ')}
            <span className={styles.facts}>{quote.note}</span>
          </figcaption>
        </figure>
      )}
      {link && <SiteLink href={link}>{homeWords.seeReference(client)}</SiteLink>}
    </li>
  );
}
