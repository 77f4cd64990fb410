// node scripts/studio/check.ts: lists the faults of the studio's folder, and exits with 1 if there are any.
import { loadChecked } from './load.ts';

await loadChecked();
