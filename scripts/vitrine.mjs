// npm run vitrine -- <command>: the operator's command line. If it does not load, the owner's texts may be the reason.
await import('../src/start-cli.ts').catch(async (error) => {
  await import('./check-content.mjs');
  throw error;
});
