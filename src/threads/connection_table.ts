/**
 * The connections of clients as the kernel's tables have them; uWebSockets.js tells nothing of a connection until its
 * first request, nor of its end. A row of a table: number, local address and port in hexadecimal, remote address
 * and port, state, … An address is in words of 32 bits, each with its lowest byte first.
 * Linux alone has these tables. On other systems no connection is seen, so none is refused for its address.
 */
import { readFileSync } from "node:fs";
import { networkText } from "../base/ip_address.ts";

/** The states of connections that a process holds: ESTABLISHED, and CLOSE_WAIT, whose client has closed. */
const HELD = "01|08";
const WORD_DIGITS = 8;

/** The number of connections to `port` that are open. */
export function connectionsTo(port: number): number {
  let count = 0;
  for (const _ of rowsOf(port)) count++;
  return count;
}

/** The number of them by the network of the client, `networkText` of its address, without those of proxies. */
export function connectionsByNetwork(
  port: number,
  isProxy: (address: Uint8Array) => boolean,
): Map<string, number> {
  // Most rows of a large table are of few addresses, and an address is read once.
  const byDigits = new Map<string, number>();
  for (const [, digits = ""] of rowsOf(port)) {
    byDigits.set(digits, (byDigits.get(digits) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  for (const [digits, count] of byDigits) {
    const address = bytesOf(digits);
    if (isProxy(address)) continue;
    const network = networkText(address);
    counts.set(network, (counts.get(network) ?? 0) + count);
  }
  return counts;
}

function* rowsOf(port: number): Generator<RegExpMatchArray> {
  const local = port.toString(16).toUpperCase().padStart(4, "0");
  const row = new RegExp(`^ *\\d+: [0-9A-F]+:${local} ([0-9A-F]+):[0-9A-F]+ (?:${HELD}) `, "gm");
  for (const table of ["tcp", "tcp6"]) {
    let text = "";
    try {
      text = readFileSync(`/proc/self/net/${table}`, "latin1");
    } catch {
      // A kernel without IPv6 has no such table, nor has another system than Linux.
    }
    yield* text.matchAll(row);
  }
}

function bytesOf(digits: string): Uint8Array {
  const words = digits.match(new RegExp(`.{${WORD_DIGITS}}`, "g")) ?? [];
  return Uint8Array.from(words.flatMap((word) => [...Buffer.from(word, "hex").reverse()]));
}
