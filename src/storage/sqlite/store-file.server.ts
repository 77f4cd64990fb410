export { sqliteFile } from '../files.server.ts';
