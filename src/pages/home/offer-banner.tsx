import type { ReactNode } from 'react';
import type { OfferIcon } from '../../content/offers.ts';
import {
  CompassIcon,
  type Icon,
  PhoneAppIcon,
  RefreshIcon,
  ShieldIcon,
  WindowIcon,
} from '../../theme/icons.tsx';
import styles from './offer-banner.module.css';

/** Each offer has its own skyline, from one hill for a small site to a closed ring for maintenance. */
const banners: Readonly<Record<OfferIcon, { Icon: Icon; skyline: string }>> = {
  window: { Icon: WindowIcon, skyline: 'M-5 108C70 104 120 92 170 66S270 40 320 66 400 92 450 86' },
  'phone-app': {
    Icon: PhoneAppIcon,
    skyline: 'M-5 104C40 102 80 90 120 62S180 44 215 66 260 84 300 50 370 40 450 92',
  },
  refresh: {
    Icon: RefreshIcon,
    skyline: 'M-5 106C60 102 100 96 150 58 168 46 178 54 196 54S226 44 246 58C300 96 380 92 450 74',
  },
  compass: { Icon: CompassIcon, skyline: 'M-5 110C90 108 150 96 210 60S270 14 300 22 350 80 450 92' },
  shield: {
    Icon: ShieldIcon,
    skyline: 'M-5 88C30 66 60 64 90 78S150 100 190 72 250 46 290 70 350 84 380 60 420 44 450 50',
  },
};

/** The contour threads of the studio's pictures, in units of the drawing below the skyline. */
const THREADS = [9, 19, 31, 45] as const;

/** Draws the head of a fixed-price card: its words beside a skyline, and its icon on the sun above that. */
export function OfferBanner({ icon, children }: { icon: OfferIcon; children: ReactNode }) {
  const { Icon, skyline } = banners[icon];
  return (
    <div className={styles.banner}>
      <svg
        className={styles.scene}
        viewBox="0 34 445 86"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path className={styles.hill} d={`${skyline}V125H-5Z`} />
        {THREADS.map((below) => (
          <path key={below} className={styles.thread} d={skyline} transform={`translate(0 ${below})`} />
        ))}
      </svg>
      <div className={styles.words}>{children}</div>
      <span className={styles.sun}>
        <Icon size={28} />
      </span>
    </div>
  );
}
