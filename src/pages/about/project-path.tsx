import { about } from '../../content/about.ts';
import { Ridge } from '../../ui/ridge.tsx';
import text from '../../ui/text.module.css';
import styles from './project-path.module.css';

/** Draws a project as the profile of a climb: five stages, with the launch at the summit. */
export function ProjectPath() {
  const { title, lead, steps } = about.path;
  return (
    <section aria-labelledby="project-path">
      <Ridge className={styles.ridge} />
      <div className={styles.band}>
        <div className={styles.content}>
          <h2 id="project-path">{title}</h2>
          <p className={text.lead}>{lead}</p>
          <ElevationProfile />
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
        <Ridge className={styles.end} />
      </div>
    </section>
  );
}

/** The five stages, above the first letters of their titles. */
const stages = [
  [8, 168],
  [208, 128],
  [408, 86],
  [608, 30],
  [808, 74],
] as const;

const trail =
  'M0 170 8 168 58 156 98 162 148 138 208 128 258 108 300 116 348 92 408 86 468 66 504 72 548 44 608 30 656 50 694 46 748 68 808 74 858 86 904 80 950 94 1000 90';

function ElevationProfile() {
  return (
    <svg className={styles.profile} viewBox="0 0 1000 200" aria-hidden="true" focusable="false">
      <path className={styles.ground} d={`${trail} V200 H0 Z`} />
      <path className={styles.trail} d={trail} />
      {stages.map(([x, y], index) => (
        <circle
          key={x}
          className={index === 3 ? styles.summit : undefined}
          cx={x}
          cy={y}
          r={index === 3 ? 11 : 7}
        />
      ))}
    </svg>
  );
}
