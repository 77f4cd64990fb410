// node serve.mjs <folder> <answer file>: a folder of built files, compressed at start, and a constant /graphql. PORT.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [folder, answerFile] = process.argv.slice(2);
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.mp4': 'video/mp4',
};
const compressible = new Set(['.html', '.js', '.css', '.txt', '.svg']);
const answer = readFileSync(answerFile);
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(load),
);

function load({ parentPath, name }) {
  const path = join(parentPath, name);
  const body = readFileSync(path);
  const extension = extname(name);
  const br = compressible.has(extension) ? brotliCompressSync(body) : undefined;
  return [
    path.slice(join(folder).length),
    { body, br, type: types[extension] ?? 'application/octet-stream' },
  ];
}

/** A browser asks for a video by range. */
function sendRange(response, { body, type }, [from, to = body.length - 1]) {
  const last = Math.min(to, body.length - 1);
  const range = { 'content-range': `bytes ${from}-${last}/${body.length}`, 'accept-ranges': 'bytes' };
  response.writeHead(206, { 'content-type': type, ...range, 'content-length': last - from + 1 });
  response.end(body.subarray(from, last + 1));
}

function sendFile({ headers }, response, file) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (range) return sendRange(response, file, range.slice(1).filter(Boolean).map(Number));
  const body = file.br ?? file.body;
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': file.type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(file.br ? { 'content-encoding': 'br', vary: 'accept-encoding' } : {}),
  });
  response.end(body);
}

createServer((request, response) => {
  const path = request.url.split('?')[0];
  if (path === '/graphql') {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  } else {
    sendFile(request, response, files.get(path) ?? files.get('/index.html'));
  }
}).listen(Number(process.env.PORT), '127.0.0.1');
