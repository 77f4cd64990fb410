import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { home } from '../../site.ts';
import text from '../../ui/text.module.css';
import { VisuallyHidden } from '../../ui/visibility.tsx';
import { homeWords } from '../../words/home.ts';
import { useEntryState } from '../entry-state.ts';
import styles from './climb.module.css';

const TRAIL =
  'M0 182 40 174 100 168 150 156 190 162 240 138 300 128 350 108 392 116 440 92 500 86 560 66 596 72 640 44 700 30 748 50 786 46 840 68 900 74 950 86 1000 82';

/** Place of a stage on the way, in percent: the last but one is the summit, those before share the ascent (climb.module.css). */
function middleOf(index: number, count: number): number {
  const before = count - 2;
  return index < before ? ((index + 0.5) * 60) / before : 70 + 20 * (index - before);
}

/**
 * Shows a project as a climb of stages, with the launch at the summit (HOME-12). The chosen stage says what the client gives
 * and gets; without scripts all do.
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
  // Chosen before React began.
  const adopt = useEffectEvent(() => {
    const early = stages.current?.querySelector<HTMLInputElement>(':checked:not([checked])');
    if (early) setChosen(steps[Number(early.dataset['number']) - 1]?.title ?? '');
  });
  useLayoutEffect(() => adopt(), []);
  // Percent of the way behind the middle of the chosen stage; none at the last stage.
  const rest = active === steps.length - 1 ? 0 : 100 - middleOf(active, steps.length);
  return (
    <section className={styles.section} aria-labelledby="climb">
      <div className={text.beside}>
        <h2 id="climb">{title}</h2>
        <p className={text.lead}>{lead}</p>
      </div>
      <fieldset ref={stages} className={styles.climb} data-stages={steps.length} data-pressed>
        <legend>
          <VisuallyHidden>{choose}</VisuallyHidden>
        </legend>
        <Mountain className={styles.ground} />
        {/* An attribute, since the content security policy allows no inline style. */}
        <Mountain className={styles.done} clipPath={`inset(0 ${rest}% 0 0)`} />
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

function Mountain(props: ComponentProps<'svg'>) {
  return (
    <svg {...props} viewBox="0 0 1000 200" preserveAspectRatio="none" aria-hidden="true">
      <path d={`${TRAIL}V200H0Z`} stroke="none" />
      <path
        d={TRAIL}
        fill="none"
        strokeWidth={2.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
