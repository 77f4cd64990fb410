/** An IPv4 address in an IPv6 one (RFC 4291, 2.5.5.2; RFC 6052, 2.1), in the one form that URLs have. */
const IPV4_IN_IPV6 = /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * What counts as one visitor: an IPv4 address, or an IPv6 network of 64 bits, which belongs to one subscriber.
 * @param told the address as a proxy or the socket gives it
 */
export function visitorNetwork(told: string): string {
  const address = withoutPort(told);
  if (!address.includes(':')) return address;
  const ipv6 = canonical(address);
  const [, high, low] = IPV4_IN_IPV6.exec(ipv6) ?? [];
  return high && low ? [...bytesOf(high), ...bytesOf(low)].join('.') : firstHalf(ipv6);
}

/** However it was written; what is no address stays as it is. */
function canonical(ipv6: string): string {
  const url = `http://[${ipv6}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : ipv6;
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}

/** Some proxies add the port, which differs for each connection: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** The first four of the eight groups, however the address is written. */
function firstHalf(ipv6: string): string {
  const [before = '', after = ''] = ipv6.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after.split(':').filter(Boolean);
  const zeros = ipv6.includes('::') ? Math.max(0, 8 - head.length - tail.length) : 0;
  return [...head, ...Array<string>(zeros).fill('0'), ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
