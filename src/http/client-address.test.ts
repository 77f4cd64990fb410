import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { open } from '../../tests/security/raw-http.ts';
import { contactInput } from '../../tests/support/contact.ts';
import { serverForTest } from '../../tests/support/shared-server.ts';
import { contactMutation } from '../contact/mutation.ts';

/** Complete requests that each leave a different message. */
const posts = {
  'the page without scripts': (message: string) => {
    const body = `${new URLSearchParams({ ...contactInput, message })}`;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    return `POST /contact HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  },
  'the API': (message: string) => {
    const body = JSON.stringify({
      query: contactMutation,
      variables: { input: { ...contactInput, message } },
    });
    const type = 'Content-Type: application/json';
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    return `POST /graphql HTTP/1.1\r\nHost: localhost\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
  },
};

describe('a client that sends a message and is gone', () => {
  it.each(Object.entries(posts))(
    'counts together with others that left no address: %s',
    async (_what, post) => {
      const server = await serverForTest({ RATE_LIMIT: '3' });
      const { port } = server.app.server.address() as AddressInfo;
      for (const message of ['un', 'deux', 'trois', 'quatre']) {
        const socket = open(port);
        await once(socket, 'connect');
        socket.write(post(`Un message assez long, et de ${message}`), () => socket.resetAndDestroy());
      }
      const counts = async () => (await server.metrics.text()).match(/(?<=result=")\w+"} [1-9]\d*/g);
      await expect.poll(counts).toEqual(['accepted"} 3', 'limited"} 1']);
      expect(await server.storage.db.selectFrom('message').select('id').execute()).toHaveLength(3);
      expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
  );
});
