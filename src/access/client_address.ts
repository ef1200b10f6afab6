/**
 * Which address a request came from: the peer's, or the address that a configured proxy names in
 * X-Forwarded-For. Anybody can send that header, so it is read from the right: each address was
 * written by the hop behind it, and is believed as long as that hop is a configured proxy.
 * Guarantees:
 * - A peer that is no configured proxy is counted as itself, whatever its header says.
 * - Behind configured proxies the client is the rightmost address that is no configured proxy.
 * - With a header that cannot be read the peer's address counts: stricter, never looser.
 * Does not read `Forwarded` (RFC 7239) or the PROXY protocol.
 */
import { isIPv4 } from "node:net";
import { isPlainIPv6, openCidrList } from "../contract/values/cidr_list.ts";

/** The most configured proxies that a request may pass; behind a longer chain the peer counts. */
export const PROXY_HOPS_MAX = 16;

/** Whether an address is one of the configured proxies; none is where no proxy is configured. */
export function openProxies(proxies: readonly string[]): (address: Uint8Array) => boolean {
  return proxies.length === 0 ? () => false : openCidrList(proxies);
}

/** Bytes of an address: 4 or 16. An IPv4-mapped IPv6 address is the IPv4 address. */
export type ClientAddress = (peer: Uint8Array, forwardedFor: string) => Uint8Array;

/**
 * Reads addresses behind `proxies`, each an address or a CIDR block that `cidrFault` accepts.
 * `forwardedFor` is the header's lines in their order, joined by commas; "" when there is none.
 */
export function openClientAddress(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return (peer) => peer;
  const isProxy = openProxies(proxies);
  return (peer, forwardedFor) => {
    if (forwardedFor === "" || !isProxy(peer)) return peer;
    let end = forwardedFor.length;
    let client = peer;
    for (let hop = 0; hop < PROXY_HOPS_MAX; hop++) {
      const start = forwardedFor.lastIndexOf(",", end - 1) + 1;
      const address = addressIn(forwardedFor.slice(start, end));
      if (address === undefined) return peer;
      client = address;
      if (start === 0 || !isProxy(address)) return client;
      end = start - 1;
    }
    return peer;
  };
}

/**
 * The address in an entry of the header, which may have quotes, brackets and a port; else
 * undefined.
 */
function addressIn(entry: string): Uint8Array | undefined {
  const text = /^[ \t]*"?([^"]*?)"?[ \t]*$/.exec(entry)?.[1] ?? "";
  const bracketed = /^\[([^\]]*)\](:\d{1,5})?$/.exec(text);
  if (bracketed !== null) return ipv6Bytes(bracketed[1] as string);
  if (isPlainIPv6(text)) return ipv6Bytes(text);
  const address = text.replace(/:\d{1,5}$/, "");
  return isIPv4(address) ? Uint8Array.from(address.split("."), Number) : undefined;
}

function ipv6Bytes(text: string): Uint8Array | undefined {
  if (!isPlainIPv6(text)) return undefined;
  const dotted = /(?<=:)[\d.]+\.[\d.]+$/.exec(text)?.[0];
  const tail = dotted?.split(".").map(Number) ?? [];
  const hex = dotted === undefined ? text : text.slice(0, -dotted.length).replace(/([^:]):$/, "$1");
  const [left = "", right = ""] = hex.split("::");
  const head = groupBytes(left);
  const end = [...groupBytes(right), ...tail];
  const bytes = new Uint8Array(16);
  bytes.set(hex.includes("::") ? head : [...head, ...end]);
  if (hex.includes("::")) bytes.set(end, 16 - end.length);
  return withoutMapping(bytes);
}

function groupBytes(groups: string): number[] {
  if (groups === "") return [];
  return groups.split(":").flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >>> 8, value & 0xff];
  });
}

/** RFC 4291 section 2.5.5.2: 80 bits of zero, 16 of one, then the IPv4 address. */
function withoutMapping(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 16 || bytes[10] !== 0xff || bytes[11] !== 0xff) return bytes;
  return bytes.subarray(0, 10).every((byte) => byte === 0) ? bytes.subarray(12) : bytes;
}
