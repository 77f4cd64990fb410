import { describe, expect, it } from 'vitest';
import { profileWords } from '../content/cli-profile.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { checkProfile } from './check-profile.ts';

const [project] = exampleProfile.projects;

describe('the characters of a profile', () => {
  it.each([
    ['U+0000, which PostgreSQL does not take', 'a\u0000b'],
    ['another control character', 'a\u001bb'],
    ['a carriage return', 'a\r\nb'],
    ['half of a pair', 'a\ud83cb'],
  ])('are refused in every field: %s', (_what, value) => {
    const projects = [{ ...project, description: value }];
    const checked = checkProfile({ ...exampleProfile, name: value, presentation: value, projects });
    expect(checked).toMatchObject({
      ok: false,
      problems: [{ field: 'name' }, { field: 'presentation' }, { field: 'projects.0.description' }],
    });
  });

  it('may be tabs, new lines and pictures', () => {
    const presentation = '<p>a\tb\nc 🌞 é</p>';
    expect(checkProfile({ ...exampleProfile, presentation })).toMatchObject({
      ok: true,
      profile: { presentation },
    });
  });
});

describe('the fields of a profile', () => {
  it('are all named when they are wrong, with what to do', () => {
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
});
