import { expect, test } from 'vitest';
import { grounds } from '../site.ts';
import { followStoredMode, storedMode, toggleMode } from './colour-mode.ts';

type FakeOptions = { stored?: string; storage?: 'forbidden' | 'full' };

function fakeView({ stored, storage }: FakeOptions = {}) {
  const kept = new Map(stored === undefined ? [] : [['mode', stored]]);
  const metas = ['light', 'dark'].map((mode) => ({
    getAttribute: () => `(prefers-color-scheme: ${mode})`,
    content: '',
  }));
  const dataset: Record<string, string> = {};
  const listeners = new Map<string, (event: object) => void>();
  let computations = 0;
  const documentElement = {
    dataset,
    get offsetHeight() {
      return computations++;
    },
  };
  const view = {
    document: { documentElement, querySelectorAll: () => metas },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    matchMedia: () => ({ matches: false }),
    get localStorage() {
      if (storage === 'forbidden') throw new Error('SecurityError');
      return {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (storage === 'full') throw new Error('QuotaExceededError');
          kept.set(key, value);
        },
      };
    },
  };
  const tell = (type: string, event: object) => listeners.get(type)?.(event);
  return { view: view as unknown as Window, kept, dataset, metas, tell, computations: () => computations };
}

test('MODE-1: a stored setting that is no mode counts as system', () => {
  expect(storedMode(fakeView({ stored: 'purple' }).view)).toBe('system');
});

test.each([
  ['another tab', 'storage', { key: 'mode' }],
  ['another page while the browser kept this one', 'pageshow', { persisted: true }],
])('MODE-1: a choice made in %s is followed, also one that undoes that of here', (_where, type, event) => {
  const { view, kept, dataset, tell } = fakeView({ stored: 'light' });
  followStoredMode(view);
  toggleMode(view);
  tell('pagehide', {});
  kept.set('mode', 'light');
  tell(type, event);
  expect(dataset['mode']).toBe('light');
});

test.each(['forbidden', 'full'] as const)(
  'MODE-1: with storage %s the toggle works, and stays',
  (storage) => {
    const { view, dataset, tell } = fakeView({ storage });
    followStoredMode(view);
    toggleMode(view);
    expect(dataset['mode']).toBe('dark');
    tell('pageshow', { persisted: true });
    tell('storage', { key: 'other' });
    expect(dataset['mode']).toBe('dark');
  },
);

test('START-6: the start in the mode that the gate has applied has no style computed', () => {
  const { view, dataset, metas, computations } = fakeView({ stored: 'dark' });
  dataset['mode'] = 'dark';
  followStoredMode(view);
  expect(metas.map(({ content }) => content)).toEqual([grounds.dark, grounds.dark]);
  expect(computations()).toBe(0);
  toggleMode(view);
  expect(computations()).toBe(1);
});
