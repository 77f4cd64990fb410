import { home } from '../../site.ts';
import { Icon } from '../../theme/icons.tsx';
import { Section } from '../../ui/section.tsx';
import text from '../../ui/text.module.css';
import { Unbroken } from '../../ui/text.tsx';
import { homeWords } from '../../words/home.ts';
import { useEntryState } from '../entry-state.ts';
import { Portrait } from '../pictures.tsx';
import { useSite } from '../site-context.ts';
import styles from './reasons.module.css';

/** Shows the three pillars (HOME-9) in a row between lines. */
export function Pillars() {
  const { title, lead, items } = home.strengths;
  return (
    <section className={styles.pillars} aria-labelledby="pillars">
      <div className={text.columns}>
        <h2 id="pillars">
          <Unbroken>{title}</Unbroken>
        </h2>
        <p className={text.lead}>
          <Unbroken>{lead}</Unbroken>
        </p>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.title}>
            <h3>
              <Icon name={item.icon} size={32} />
              {item.title}
            </h3>
            <p>{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the person behind the studio in their own words (HOME-12). */
export function Person() {
  const { profile } = useSite();
  const { title, text: words } = home.person;
  return (
    <Section title={title}>
      <figure className={styles.person}>
        <Portrait className={styles.portrait} sizes="(min-width: 1024px) 256px, 104px" loading="lazy" />
        <blockquote className={styles.words}>{words}</blockquote>
        <figcaption className={styles.signature} data-profile="name">
          {profile.name}
        </figcaption>
      </figure>
    </Section>
  );
}

/** Shows the usual questions with their answers (HOME-12). */
export function Questions() {
  if (home.questions.length === 0) return null;
  return (
    <Section title={homeWords.questions}>
      <div>
        {home.questions.map((item, index) => (
          <Question key={item.title} number={index + 1} {...item} />
        ))}
      </div>
    </Section>
  );
}

function Question({ number, title, text: answer }: { number: number; title: string; text: string }) {
  const [isOpen, setIsOpen] = useEntryState(`question${number}`, false);
  return (
    <details
      className={styles.question}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      <p>{answer}</p>
    </details>
  );
}
