// npm run vitrine -- <command>: runs the operator's command line.
await import('../src/start-cli.ts');
