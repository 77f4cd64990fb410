// Exit code 0 when the process on PORT answers a path with 200: the container's health check, and what systemd waits for.
//   node deploy/health.mjs /healthz       asks once
//   node deploy/health.mjs /readyz 30     asks until it does, 30 s at most
import { setTimeout as delay } from 'node:timers/promises';

const [path = '/healthz', seconds = '0'] = process.argv.slice(2);
const deadline = Date.now() + Number(seconds) * 1000;
const url = `http://127.0.0.1:${process.env['PORT'] || 3000}${path}`;

let healthy = await answers();
while (!healthy && Date.now() < deadline) {
  await delay(100);
  healthy = await answers();
}
process.exitCode = healthy ? 0 : 1;

async function answers() {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
