import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServer, stopping } from './servers.mjs';

const configuration = (port, cache) => `
worker_processes 1;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  ${cache ? 'open_file_cache max=100;' : ''}
  client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
  server {
    listen 127.0.0.1:${port};
    root html;
    default_type "text/html; charset=utf-8";
    location / { try_files /index.html =404; add_header Content-Encoding br; add_header Vary accept-encoding; }
  }
}`;

/**
 * nginx with one worker that serves these bytes, already compressed, for every path.
 * @param {Buffer} body
 * @param {{ name?: string, cache?: boolean }} [options] cache: keeps the file open, as an nginx tuned for files does
 */
export async function startNginx(body, { name = 'nginx', cache = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nginx-'));
  // The worker is another user.
  chmodSync(folder, 0o755);
  for (const inside of ['html', 'tmp']) mkdirSync(join(folder, inside));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(port, cache));
  // Served as it is: the name decides nothing, the type and the encoding are set above.
  writeFileSync(join(folder, 'html/index.html'), body);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  const server = await startServer({ name, command: 'nginx', args, port });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return stopping(server, stop);
}
