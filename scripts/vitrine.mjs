// npm run vitrine -- <command>: the operator's command line.
await import('../src/start-cli.ts');
