import { describe } from 'vitest';
import { attacks } from './attacks.ts';
import { prove } from './prove.ts';

describe('no message is lost by a process that dies, stops or shares its store', () =>
  prove(attacks.processes));
