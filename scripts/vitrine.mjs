// npm run vitrine -- <command>: the operator's command line.
import { orDescribeTypo } from './content-typo.mjs';

await orDescribeTypo(import('../src/start-cli.ts'));
