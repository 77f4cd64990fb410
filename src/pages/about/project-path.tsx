import { about } from '../../content/about.ts';
import { Ridge } from '../../ui/ridge.tsx';
import styles from './project-path.module.css';

/** A project as the profile of a climb: five stages, with the launch at the summit. */
export function ProjectPath() {
  const { title, lead, steps } = about.path;
  return (
    <section aria-labelledby="project-path">
      <Ridge className={styles['ridge']} />
      <div className={styles['band']}>
        <div className={styles['content']}>
          <h2 id="project-path">{title}</h2>
          <p className={styles['lead']}>{lead}</p>
          <div className={styles['climb']}>
            <ElevationProfile />
            <ol className={styles['steps']}>
              {steps.map((step) => (
                <li key={step.title}>
                  <h3>{step.title}</h3>
                  <p>{step.text}</p>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Heights of the five stages, at the middle of their columns. */
const stages = [
  [100, 168],
  [300, 128],
  [500, 86],
  [700, 30],
  [900, 74],
] as const;

const trail =
  'M0 186 40 180 100 168 150 156 190 162 240 138 300 128 350 108 392 116 440 92 500 86 560 66 596 72 640 44 700 30 748 50 786 46 840 68 900 74 950 86 1000 82';

function ElevationProfile() {
  return (
    <svg className={styles['profile']} viewBox="0 0 1000 200" aria-hidden="true" focusable="false">
      <path className={styles['ground']} d={`${trail} V200 H0 Z`} />
      <path className={styles['trail']} d={trail} />
      {stages.map(([x, y], index) => (
        <circle
          key={x}
          className={index === 3 ? styles['summit'] : styles['stage']}
          cx={x}
          cy={y}
          r={index === 3 ? 11 : 7}
        />
      ))}
    </svg>
  );
}
