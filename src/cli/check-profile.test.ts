import { expect, it } from 'vitest';
import { profileWords } from '../content/cli-profile.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { checkProfile } from './check-profile.ts';

const [project] = exampleProfile.projects;

it.each([
  ['U+0000, which PostgreSQL does not take', 'a\u0000b'],
  ['another control character', 'a\u001bb'],
  ['a carriage return', 'a\r\nb'],
  ['half of a pair', 'a\ud83cb'],
])('a profile may nowhere hold %s', (_what, value) => {
  const projects = [{ ...project, description: value }];
  const checked = checkProfile({ ...exampleProfile, name: value, presentation: value, projects });
  expect(checked).toMatchObject({
    ok: false,
    problems: [{ field: 'name' }, { field: 'presentation' }, { field: 'projects.0.description' }],
  });
});

it('a profile may hold tabs, new lines and pictures', () => {
  const profile = { ...exampleProfile, presentation: '<p>a\tb\nc 🌞 é</p>' };
  expect(checkProfile(profile)).toEqual({ ok: true, profile });
});

it('all wrong fields of a profile are named, with what to do', () => {
  const { name: _missing, ...nameless } = exampleProfile;
  const { missing, unknown } = profileWords.fixes;
  const projects = [{ ...project, url: 'x', image: 'y' }, 'z'];
  const TechStacks = [{ type: 'Site', technoFront: '', technoBack: '', technoDevops: '' }];
  expect(checkProfile({ ...nameless, job: 'x', age: 3, projects, TechStacks })).toEqual({
    ok: false,
    problems: [
      { field: 'name', fix: missing },
      { field: 'projects.0.url', fix: unknown },
      { field: 'projects.0.image', fix: unknown },
      { field: 'projects.1', fix: missing },
      { field: 'TechStacks.0.technoServicesTools', fix: missing },
      { field: 'job', fix: unknown },
      { field: 'age', fix: unknown },
    ],
  });
});
