import { it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { firstProfile } from '../site.ts';
import { parseProfile } from './profile.server.ts';

it('STUDIO-2: every wrong field of a profile is named, with the approved remedy', async () => {
  await expectApproved('profile.approved.txt', (given) => {
    const { project, ...changes } = JSON.parse(given);
    const projects = project && [{ ...firstProfile.projects[0], ...project }];
    const content = JSON.stringify({ ...firstProfile, ...(projects && { projects }), ...changes });
    try {
      return JSON.stringify(
        parseProfile({ note: () => {} }, Buffer.from(content), 'profil.json').presentation,
      );
    } catch (error) {
      return `${error}`.replaceAll('\u00a0', ' ');
    }
  });
});
