import { expect, it } from 'vitest';
import { forEachEngine } from '../support/storage.ts';
import { killRepeatedly } from './kill.ts';

const KILLS = 3;

forEachEngine(
  'kill -9 during writes (R1)',
  (engine) => {
    it('loses no acknowledged message, and repeats at most a mail per kill, under its own Message-ID', async () => {
      const report = await killRepeatedly({ location: engine.location, kills: KILLS, messagesPerLife: 100 });
      expect(report).toMatchObject({
        lost: [],
        repeated: [],
        unmatched: 0,
        undelivered: [],
        differentIds: 0,
      });
      expect(report.acknowledged).toBeGreaterThanOrEqual(KILLS * 100);
      expect(report.extraMails).toBeLessThanOrEqual(KILLS);
    }, 120_000);
  },
  { migrated: false },
);
