import { findWebKit } from '../../scripts/setup/browsers.mjs';
import { journeysIn } from './journeys.ts';
import { startWebKit } from './webkit.ts';

journeysIn('WebKitGTK', () => startWebKit(findWebKit()));
