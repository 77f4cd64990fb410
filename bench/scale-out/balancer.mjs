import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServer, stopping } from '../measure/servers.mjs';

const configuration = (port, upstreams) => `
worker_processes 1;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 1000000;
  client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
  upstream vitrine {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vitrine;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}`;

/** nginx with one worker that shares requests among processes of this machine, in turn. @param {number[]} upstreams ports */
export async function startBalancer(upstreams) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-balancer-'));
  // The worker is another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'tmp'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(port, upstreams));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  const server = await startServer({ name: 'nginx', command: 'nginx', args, port });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return stopping(server, stop);
}
