import { home } from '../../content/home.ts';
import { identity } from '../../content/identity.ts';
import { strengthIcons } from '../../theme/icons.tsx';
import text from '../../ui/text.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';
import styles from './pillars.module.css';

/** Shows the three pillars (HOME-9), as a ruled row. */
export function Pillars() {
  const { title, lead, items } = home.pillars;
  return (
    <section className={styles.section} aria-labelledby="pillars">
      <div className={text.beside}>
        <h2 className={styles.title} id="pillars">
          {title}
        </h2>
        <p className={text.lead}>
          <Unbroken phrase={identity.whereabouts}>{lead}</Unbroken>
        </p>
      </div>
      <ul className={styles.row}>
        {items.map((item) => {
          const Icon = strengthIcons[item.icon];
          return (
            <li key={item.title} className={styles.pillar}>
              <h3>
                <Icon size={32} className={styles.icon} />
                {item.title}
              </h3>
              <p>{item.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
