import type { ReactNode } from 'react';
import text from '../ui/text.module.css';
import { Unbroken } from '../ui/text.tsx';
import { labels } from '../words/labels.ts';
import type { ReadingBlock, ReadingSection } from './reading.ts';
import styles from './reading-page.module.css';
import { useScrolled } from './scroll.ts';
import { SiteLink } from './site-link.tsx';

interface ReadingPageProps {
  title: string;
  lead: string;
  sections: readonly ReadingSection[];
  /** Shown between the title and the sections. */
  summary?: ReactNode;
  /** Shown after the last section. */
  end?: ReactNode;
  /** A section after the numbered ones; the top of the page links to it. */
  appendix?: ReadingSection;
}

/** Shows a page of text in numbered sections, with their list beside it if there is room. */
export function ReadingPage({ title, lead, sections, summary, end, appendix }: ReadingPageProps) {
  return (
    <div className={`${text.columns} ${styles.content}`}>
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
      <Contents sections={sections} />
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

/** Lists the sections and marks the one being read; where it stands above the text, the list starts closed. */
function Contents({ sections }: Pick<ReadingPageProps, 'sections'>) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav className={styles.contents} aria-label={labels.contents}>
      <details>
        <summary>{labels.contents}</summary>
        <ol>
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                <span className={styles.number} aria-hidden="true">{`${index + 1}. `}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function Blocks({ blocks }: Pick<ReadingSection, 'blocks'>) {
  return blocks.map((block) => <Block key={JSON.stringify(block)} block={block} />);
}

function Block({ block }: { block: ReadingBlock }) {
  if (typeof block === 'string') return <p>{words(block)}</p>;
  if ('list' in block) {
    return (
      <ul className={styles.list}>
        {block.list.map((item) => (
          <li key={item}>{words(item)}</li>
        ))}
      </ul>
    );
  }
  return (
    <dl className={styles.facts}>
      {block.facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href ? <SiteLink href={href}>{words(value)}</SiteLink> : words(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Keeps a number on one line with what follows it: a unit, a street, a town, more digits. */
const words = (text: string) => <Unbroken>{text.replace(/(\d) (?=[\d\p{L}])/gu, '$1\u00a0')}</Unbroken>;

/** A section is being read once its top is within this part of the window, counted from above. */
const READING_LINE = 0.4;

/** Returns which of these sections is being read: the last one whose top is above the reading line. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const isReached = (id: string) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    return top < innerHeight * READING_LINE;
  };
  return useScrolled(() => ids.findLast(isReached) ?? ids[0]);
}
