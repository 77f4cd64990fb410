// Exits with 0 if the process at HOST and PORT, or at SOCKET, answers a path with 200. The container's health check and systemd
// use it.
//   node deploy/health.mjs /healthz       asks once
//   node deploy/health.mjs /readyz 30     asks until it does, 30 s at most
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const [path = '/healthz', seconds = '0'] = process.argv.slice(2);
const deadline = Date.now() + Number(seconds) * 1000;
const { HOST = '', PORT = '', SOCKET } = process.env;
// A server that listens on every address also answers on the loopback.
const host = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST.replace(/^\[|]$/g, '');
const address = SOCKET ? { socketPath: SOCKET, path } : { host, port: PORT || 3000, path };
// A separate agent ignores the environment's proxy (NODE_USE_ENV_PROXY).
const agent = new Agent();

let healthy = await answers();
while (!healthy && Date.now() < deadline) {
  await delay(100);
  healthy = await answers();
}
process.exitCode = healthy ? 0 : 1;

/** @returns {Promise<boolean>} */
function answers() {
  return new Promise((resolve) => {
    const request = get({ ...address, agent, timeout: 2000 }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
