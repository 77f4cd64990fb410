import type { ReactNode } from 'react';
import { labels } from '../../content/labels.ts';
import type { ReadingBlock, ReadingSection } from '../../content/reading.ts';
import text from '../../ui/text.module.css';
import { SiteLink } from '../site-link.tsx';
import styles from './reading-page.module.css';

interface ReadingPageProps {
  title: string;
  lead: string;
  sections: readonly ReadingSection[];
  /** Between the title and the sections. */
  summary?: ReactNode;
  /** After the last section. */
  end?: ReactNode;
  /** A section after the numbered ones; the head of the page links to it. */
  appendix?: ReadingSection;
}

/** Shows a page of text: a column of numbered sections, with their list beside it if there is room. */
export function ReadingPage({ title, lead, sections, summary, end, appendix }: ReadingPageProps) {
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={text.lead}>{lead}</p>
        {summary}
        {appendix && (
          <p className={styles.appendix}>
            <a href={`#${appendix.id}`}>{appendix.title}</a>
          </p>
        )}
      </div>
      <nav className={styles.contents} aria-label={labels.contents}>
        <ol>
          {sections.map((section, index) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>
                <span className={styles.number} aria-hidden="true">{`${index + 1}. `}</span>
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {sections.map((section, index) => (
          <section key={section.id} id={section.id} className={styles.section}>
            <h2>
              <span className={styles.number}>{`${index + 1}.`}</span>
              {` ${section.title}`}
            </h2>
            <Blocks blocks={section.blocks} />
          </section>
        ))}
        {end}
        {appendix && (
          <div id={appendix.id} className={styles.section}>
            <h2>{appendix.title}</h2>
            <Blocks blocks={appendix.blocks} />
          </div>
        )}
      </div>
    </div>
  );
}

function Blocks({ blocks }: Pick<ReadingSection, 'blocks'>) {
  return blocks.map((block) => <Block key={JSON.stringify(block)} block={block} />);
}

function Block({ block }: { block: ReadingBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('list' in block) {
    return (
      <ul className={styles.list}>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  return (
    <dl className={styles.facts}>
      {block.facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href ? <SiteLink href={href}>{value}</SiteLink> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
