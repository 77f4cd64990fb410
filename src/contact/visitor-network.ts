import { SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Gives the network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one
 * subscriber.
 * @param told the address as a proxy or the socket gives it; some proxies add the port of the connection
 */
export function visitorNetwork(told: string): string {
  const address = ipaddr.isValid(told) ? told : SocketAddress.parse(told)?.address;
  if (!address) return told;
  // An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2) becomes IPv4 again.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  // So does one that was translated (RFC 6052, 2.1): its last 32 bits.
  if (ip.range() === 'rfc6052') return ip.toByteArray().slice(12).join('.');
  return ip.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
