import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `pass` forwards to the mail server; `down` does not listen; `reset` resets every connection; `silent` accepts and never
 * answers; `slow` delays every answer.
 */
export type FrontMode = 'pass' | 'down' | 'reset' | 'silent' | 'slow';

const SLOW_MS = 60;

/** Starts a proxy in front of the mail server at this port, on one fixed address, that fails as networks do. */
export async function startMailFront(target: number) {
  let mode: FrontMode = 'pass';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (mode === 'reset') socket.resetAndDestroy();
    else if (mode !== 'silent') forward(socket, mode === 'slow' ? SLOW_MS : 0);
  });

  function forward(client: Socket, delayMs: number): void {
    const behind = connect(target, '127.0.0.1');
    keep(behind);
    client.pipe(behind);
    behind.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), delayMs));
    behind.on('close', () => setTimeout(() => client.destroy(), delayMs));
    client.on('close', () => behind.destroy());
  }

  /** Closes the connections that hang, as a server that comes back does. */
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  }

  async function listen(port: number): Promise<void> {
    if (server.listening) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async set(next: FrontMode) {
      mode = next;
      if (next === 'down') await close();
      else await listen(port);
    },
    cut,
    stop: close,
  };
}
