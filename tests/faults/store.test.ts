import { describe } from 'vitest';
import { attacks } from './attacks.ts';
import { prove } from './prove.ts';

describe('no message is lost by the store or by load', () => prove(attacks.store));
