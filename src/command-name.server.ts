/**
 * The operator's command on this installation, for every hint. `VITRINE_COMMAND` comes from what runs it (deploy/vitrine, the units,
 * the image): in a server's release, npm could rebuild what the site serves.
 */
export const commandName = process.env['VITRINE_COMMAND'] || 'npm run vitrine --';
