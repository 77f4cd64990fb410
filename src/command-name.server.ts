/**
 * The operator's command on this installation, as every hint shows it. VITRINE_COMMAND is set by deploy/vitrine, the units
 * and the image. Running npm in a server's release could rebuild what the site serves.
 */
export const commandName = process.env['VITRINE_COMMAND'] || 'npm run vitrine --';
