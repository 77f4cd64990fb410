import { AnchorIcon, BoltIcon, EarIcon } from '../theme/icons.tsx';

/** The icons of the studio's three strengths, by the names that the contents use. */
export const strengthIcons = { ear: EarIcon, bolt: BoltIcon, anchor: AnchorIcon } as const;
