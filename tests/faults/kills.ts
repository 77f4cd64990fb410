import { type Attack, atLeast, atMost, none, timed } from './attack.ts';
import { killRepeatedly } from './kill.ts';

/** Mails that one process delivers at the same time. */
const AT_ONCE = 4;

const forms = {
  short: { kills: 3, messagesPerLife: 100 },
  long: { kills: 50, messagesPerLife: 110 },
};

/** kill -9 while messages come in and mails go out, on each engine. */
export const kills: readonly Attack[] = (['sqlite', 'postgres'] as const).map((engine) => ({
  goal: 'R1',
  title: `kill -9, again and again, while messages come in and mails go out (${engine})`,
  async run(form, place) {
    const plan = forms[form];
    const report = await killRepeatedly({ ...plan, location: await place.location(engine) });
    return [
      atLeast('acknowledged messages', report.acknowledged, plan.kills * plan.messagesPerLife),
      none('lost', report.lost),
      none('stored twice', report.repeated),
      none('without a mail in the queue', report.unmatched),
      none('never delivered', report.undelivered),
      // How many fall between the server's word and the note of it is a matter of time; never more than were under way.
      timed(atMost(`mails sent twice in ${plan.kills} kills`, report.extraMails, plan.kills)),
      atMost('mails sent twice, of those under way', report.extraMails, plan.kills * AT_ONCE),
      none('repeats under another Message-ID', report.differentIds),
    ];
  },
}));
