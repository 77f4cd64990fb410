import { expect, it } from 'vitest';
import { firstProfile } from '../site.ts';
import { parseProfile, profileWords as words } from './profile.server.ts';

const [project] = firstProfile.projects;
const { fields, line } = words.fixes;

const parse = (content: object) =>
  parseProfile({ note: () => {} }, Buffer.from(JSON.stringify(content)), 'profil.json');

it.each([
  ['U+0000, which PostgreSQL does not take', 'a\u0000b'],
  ['another control character', 'a\u001bb'],
  ['a carriage return', 'a\r\nb'],
  ['half of a pair', 'a\ud83cb'],
])('a profile with %s is refused', (_what, value) => {
  const projects = [{ ...project, description: value }];
  const wrong = { ...firstProfile, name: value, presentation: value, projects };
  expect(() => parse(wrong)).toThrow(/ {2}name.*\n {2}presentation.*\n {2}projects\.0\.description.*$/);
});

it.each([
  ['Un **beau** site', 'contient « ** » ; il faut un texte sans Markdown'],
  ['Un &amp; deux', 'contient « &amp; »'],
  ['Le studio {lieu}', 'contient « {lieu} »'],
])('STUDIO-2: a profile obeys the rules of the studio’s texts: %s', (value, fault) => {
  const plain = (wrong: object) => {
    try {
      parse({ ...firstProfile, ...wrong });
    } catch (error) {
      return `${error}`.replaceAll('\u00a0', ' ');
    }
    return '';
  };
  expect(plain({ metier: value })).toContain(`metier : ${fault}`);
  expect(plain({ projects: [{ ...project, name: value }] })).toContain(`projects.0.name : ${fault}`);
  // In HTML the presentation may hold entities, so it has a rule of its own.
  expect(plain({ presentation: `<p>${value}</p>` })).toContain(
    value.includes('&') ? '' : `presentation : ${fault}`,
  );
});

it('a profile may hold tabs, new lines and pictures', () => {
  const profile = { ...firstProfile, presentation: '<p>a\tb\nc 🌞 é</p>' };
  expect(parse(profile)).toEqual(profile);
});

it('every wrong field of a profile is named, with the remedy', () => {
  const { name: _missing, ...nameless } = firstProfile;
  const TechStacks = [{ type: 'Site', technoFront: '', technoBack: '', technoDevops: '' }];
  const wrong = { ...nameless, job: 'x', metier: ' ', projects: [{ ...project, url: 'x' }, 'z'], TechStacks };
  const problems = [
    ['name', fields],
    ['metier', line(300)],
    ['projects.0.url', fields],
    ['projects.1', fields],
    ['TechStacks.0.technoServicesTools', fields],
    ['job', fields],
  ] as const;
  expect(() => parse(wrong)).toThrow(words.wrong(problems.map(([field, fix]) => words.problem(field, fix))));
});
