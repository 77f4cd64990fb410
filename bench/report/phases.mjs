import { short } from './numbers.mjs';

/** The moments of a first visit, in the order in which they come; ms from its beginning. */
const moments = {
  documentEnd: 'document here',
  queryStart: 'query sent',
  queryEnd: 'query answered',
  revealMark: 'second over',
  revealSeen: 'page displayed',
};

const WORK = 'main:';

/** Where the time of a first visit goes on a slowed phone, one page a row. @param {object} results */
export function phaseTable({ scenarios: { pages } }) {
  if (!pages) return undefined;
  const slowed = Object.entries(pages.subjects).filter(([name]) => name.endsWith(', slowed'));
  const rows = slowed.map(([name, figures]) => {
    const cells = Object.keys(moments).map((moment) =>
      figures[moment] ? short(figures[moment].median) : '',
    );
    return [name.replace(', slowed', ''), ...cells];
  });
  return table(['Slowed phone, ms', ...Object.values(moments)], rows);
}

/** What the main thread of a slowed phone did meanwhile, ms. @param {object} results */
export function workTable({ scenarios: { pages } }) {
  if (!pages) return undefined;
  const slowed = Object.entries(pages.subjects).filter(([name]) => name.endsWith(', slowed'));
  const groups = [...new Set(slowed.flatMap(([, figures]) => Object.keys(figures)))].filter((name) =>
    name.startsWith(WORK),
  );
  const rows = slowed.map(([name, figures]) => {
    const cells = groups.map((group) => (figures[group] ? short(figures[group].median) : ''));
    return [name.replace(', slowed', ''), ...cells];
  });
  return table(['Main thread, slowed phone, ms', ...groups.map((group) => group.slice(WORK.length))], rows);
}

/** What the main thread did for a visit, phase by phase; ms of the processor, not slowed. @param {object} results */
export function traceTable({ scenarios: { trace } }) {
  if (!trace) return undefined;
  const kinds = Object.keys(Object.values(trace.subjects)[0]);
  const rows = Object.entries(trace.subjects).map(([name, figures]) => [
    name,
    ...kinds.map((kind) => (figures[kind] ? short(figures[kind].median) : '')),
  ]);
  return table(['Main thread by a trace, ms of the processor', ...kinds], rows);
}

/** Which part of the server works, in hundredths of its busy time. @param {object} results */
export function shareTable({ scenarios: { profile } }) {
  if (!profile) return undefined;
  const rows = Object.entries(profile.subjects).map(([name, shares]) => {
    const parts = Object.entries(shares).map(([area, { median }]) => `${area} ${Math.round(median * 100)} %`);
    return [name, parts.slice(0, 8).join(', ')];
  });
  return table(['Server', 'Where its busy time goes'], rows);
}

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}
