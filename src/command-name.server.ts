/**
 * The operator's command on this installation, as hints show it. deploy/vitrine, the units and the image set VITRINE_COMMAND,
 * because npm in a server's release could rebuild what the site serves.
 */
export const commandName = process.env['VITRINE_COMMAND'] || 'npm run vitrine --';
