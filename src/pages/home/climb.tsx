import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { home } from '../../site.ts';
import text from '../../ui/text.module.css';
import { VisuallyHidden } from '../../ui/visibility.tsx';
import { homeWords } from '../../words/home.ts';
import { useEntryState } from '../entry-state.ts';
import styles from './climb.module.css';

/** Distances of the contour lines below the way, in units of the drawing; the studio's pictures have such lines too. */
const THREADS = [10, 23, 40, 62, 90] as const;

/**
 * Shows a project as a climb of stages, with the launch at the summit (HOME-12). The chosen stage tells what the client gives and
 * gets; without scripts every stage does.
 */
export function Climb() {
  const { title, lead, items: steps } = home.stages;
  const { choose, give, get } = homeWords.stages;
  const [chosen, setChosen] = useEntryState('stage', '');
  const active = Math.max(
    0,
    steps.findIndex(({ title: name }) => name === chosen),
  );
  const stages = useRef<HTMLFieldSetElement>(null);
  // The visitor may have chosen a stage before React began.
  const adopt = useEffectEvent(() => {
    const early = stages.current?.querySelector<HTMLInputElement>(':checked:not([checked])');
    if (early) setChosen(steps[Number(early.dataset['number']) - 1]?.title ?? '');
  });
  useLayoutEffect(() => adopt(), []);
  return (
    <section className={styles.section} aria-labelledby="climb">
      <div className={text.columns}>
        <h2 id="climb">{title}</h2>
        <p className={text.lead}>{lead}</p>
      </div>
      {/* The numbers are attributes, because the content security policy forbids inline styles. */}
      <fieldset
        ref={stages}
        className={styles.climb}
        data-stages={steps.length}
        data-stage={active === steps.length - 1 ? 'last' : active + 1}
        data-pressed
      >
        <legend>
          <VisuallyHidden>{choose}</VisuallyHidden>
        </legend>
        <Ridge count={steps.length} />
        {steps.map((step, index) => (
          <label key={step.title} className={styles.stage} data-done={index <= active}>
            <input
              type="radio"
              name="stage"
              data-number={index + 1}
              checked={index === active}
              onChange={() => setChosen(step.title)}
            />
            <span className={styles.name}>{step.title}</span>
          </label>
        ))}
      </fieldset>
      <ol className={styles.steps} aria-live="polite">
        {steps.map((step, index) => (
          <li key={step.title} className={styles.step} hidden={index !== active}>
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
            <dl>
              <dt>{give}</dt>
              <dd>{step.give}</dd>
            </dl>
            <dl>
              <dt>{get}</dt>
              <dd>{step.get}</dd>
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Draws the way up to the last stage but one, then down; each stage is six units wide, as in the style sheet's own curve. */
function Ridge({ count }: { count: number }) {
  const third = 2 * count - 3;
  const way = `M0 184C${third} 184 ${2 * third} 30 ${3 * third} 30C${3 * third + 3} 30 ${3 * third + 6} 90 ${6 * count} 90`;
  return (
    <svg viewBox={`0 0 ${6 * count} 200`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.hill} d={`${way}V900H0Z`} />
      {THREADS.map((below) => (
        <path key={below} className={styles.thread} d={way} transform={`translate(0 ${below})`} />
      ))}
      <path className={styles.crest} d={way} />
    </svg>
  );
}
