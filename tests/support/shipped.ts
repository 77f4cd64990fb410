import { remainingExamples } from '../../src/content-check/content-source.server.ts';

/** Whether the content is the project's own example, which the specification describes, and not yet an owner's. */
export const isShipped = remainingExamples().some(({ field }) => field === 'identity.studioName');
