import type { OfferIcon } from '../../content/offers.ts';
import { CompassIcon, type Icon, PhoneAppIcon, RefreshIcon, ShieldIcon, WindowIcon } from '../../theme/icons.tsx';
import styles from './offer-banner.module.css';

/** Each offer has its own skyline, from the single hill of a small site to the closed circle of mountains. */
const banners: Readonly<Record<OfferIcon, { Icon: Icon; ridge: string }>> = {
  window: { Icon: WindowIcon, ridge: 'M0 120 150 96l90-48 62 34 143-22v60Z' },
  'phone-app': { Icon: PhoneAppIcon, ridge: 'M0 120 110 92l80-56 48 38 62-50 70 58 75-26v64Z' },
  refresh: { Icon: RefreshIcon, ridge: 'M0 120 130 90l64-18 26-26h58l24 26 60 10 83-16v54Z' },
  compass: { Icon: CompassIcon, ridge: 'M0 120 120 98l100-30 72-50 60 58 93-18v62Z' },
  shield: { Icon: ShieldIcon, ridge: 'M0 120 96 86l70 8 56-46 50 30 44-34 54 40 75-28v64Z' },
};

/** The head of a fixed-price card: its icon over a skyline. */
export function OfferBanner({ icon }: { icon: OfferIcon }) {
  const { Icon, ridge } = banners[icon];
  return (
    <div className={styles['banner']}>
      <svg className={styles['scene']} viewBox="0 0 445 120" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
        <circle className={styles['sun']} cx="352" cy="58" r="34" />
        <path className={styles['ridge']} d={ridge} />
      </svg>
      <span className={styles['tile']}>
        <Icon size={28} />
      </span>
    </div>
  );
}
