import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type App, createApp } from './app.server.ts';
import { commandName } from './command-name.server.ts';
import { systemClock } from './config/clock.ts';
import { type Config, readEnvironment } from './config/config.server.ts';
import { createLogger, logWritten } from './config/logger.server.ts';
import { readBuiltSite } from './documents/built-site.server.ts';
import { explainFailure } from './failure.server.ts';
import { removeLeftSocket } from './http/left-socket.server.ts';
import { listenForMetrics, metricsAddress, metricsPort } from './http/metrics.server.ts';
import { isElsewhere, open } from './site.ts';
import { counted } from './words/counted.ts';

const distDir = join(import.meta.dirname, '..', 'dist');

/** R9 allows 15 s. Work that is not finished by then was never acknowledged, or is in the queue. */
const STOP_WITHIN_MS = 14_000;

/** Ctrl-C arrives several times, from the terminal, npm and `npm start`; within this time it counts as one. */
const SAME_SIGNAL_MS = 1_000;

const logger = createLogger();
let config: Config | undefined;
let created: App | undefined;
exitOnUncaughtError();
stopOnSignal();
try {
  config = readEnvironment();
  const site = await readBuiltSite(distDir);
  created = await createApp({ config, clock: systemClock, logger, site });
  const { app, metrics } = created;
  const { socket, host, port } = config;
  if (socket) await removeLeftSocket(socket);
  // Any account may connect, such as the proxy's; the rights of the socket's folder decide who gets there.
  await app.listen(socket ? { path: socket, readableAll: true, writableAll: true } : { host, port });
  if (open.length > 0)
    logger.warn(
      `${counted(open.length, 'valeur d’exemple', 'valeurs d’exemple')} encore en place : ${commandName} doctor --content les montre. Remplacez-les avant la mise en ligne.`,
    );
  if (isElsewhere(config.siteUrl))
    logger.warn(
      `SITE_URL est ${config.siteUrl}, mais les pages montrent une autre adresse : ${commandName} doctor dit laquelle.`,
    );
  // With PORT=0 the system has chosen the port.
  const opened = socket ? port : (app.server.address() as AddressInfo).port;
  logger.info(`Le site est prêt : ${app.listeningOrigin}`);
  await serveMetrics(metrics, socket ? join(dirname(socket), 'metrics.sock') : metricsPort(opened));
} catch (error) {
  process.stderr.write(`${explainFailure(error, config).message}\n`);
  await created?.app.close();
  // Resources opened before the failure would keep the process alive.
  process.exit(1);
}

/** Serves the metrics at a port or a socket; a failure is a warning and does not end the start. */
async function serveMetrics(metrics: App['metrics'], place: number | string): Promise<void> {
  try {
    if (typeof place === 'string') await removeLeftSocket(place);
    await listenForMetrics(place, metrics.text);
    const shown = typeof place === 'number' ? metricsAddress(place) : place;
    logger.info(`Mesures pour cette machine : ${shown}`);
  } catch (error) {
    logger.warn(
      { err: error },
      `${place} est pris sur cette machine : le site tourne sans donner ses mesures. Libérez-le, ou changez PORT ou SOCKET, puis relancez.`,
    );
  }
}

/**
 * Stops gracefully on SIGTERM or SIGINT and exits with 0; a second signal, or 14 s, ends the process with 1. Node still waits for
 * a running statement of SQLite. The listener is set first: without one, process 1 of a container ignores both signals.
 */
function stopOnSignal(): void {
  let stopping: number | undefined;
  const onSignal = async () => {
    if (stopping !== undefined && performance.now() - stopping < SAME_SIGNAL_MS) return;
    if (stopping !== undefined) process.exit(1);
    stopping = performance.now();
    logger.info('Arrêt demandé : les requêtes en cours se terminent.');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await created?.app.close();
    logger.info('Arrêté.');
    await logWritten(logger);
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Logs an uncaught error and exits; the supervisor starts anew. Node itself would print the row in a store's error. */
function exitOnUncaughtError(): void {
  process.on('uncaughtException', (error) => {
    logger.fatal(
      { err: error },
      'Erreur imprévue : le serveur s’arrête. Les messages acceptés sont gardés ; relancez-le.',
    );
    void logWritten(logger).then(() => process.exit(1));
  });
}
