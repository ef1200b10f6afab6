/**
 * The address that a request is counted for: which peers are believed, and what a header can claim.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openClientAddress, PROXY_HOPS_MAX } from "./client_address.ts";

const PROXIES = ["10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48"];
const addressOf = openClientAddress(PROXIES);

function bytes(text: string): Uint8Array {
  if (!text.includes(":")) return Uint8Array.from(text.split("."), Number);
  const [left = "", right = ""] = text.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const zeros = Array.from({ length: 8 - groups(left).length - groups(right).length }, () => "0");
  const all = text.includes("::") ? [...groups(left), ...zeros, ...groups(right)] : groups(left);
  return Uint8Array.from(
    all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  );
}

const PEER = "10.1.1.1";
const CLIENT = "203.0.113.9";
/** Peer, header, and the address that counts. */
const ROWS: [string, string, string, string][] = [
  ["an unknown peer's claim", "198.51.100.1", CLIENT, "198.51.100.1"],
  ["no header", PEER, "", PEER],
  ["one client", PEER, CLIENT, CLIENT],
  ["a proxy behind a proxy", PEER, `${CLIENT}, 10.9.9.9, 192.0.2.7`, CLIENT],
  ["a claim left of the client", PEER, `192.0.2.1, ${CLIENT}`, CLIENT],
  ["a claimed proxy left of the client", PEER, `10.0.0.1,${CLIENT}`, CLIENT],
  ["garbage left of the client", PEER, `x, "", ${CLIENT}`, CLIENT],
  ["all of them proxies: the first", PEER, "10.2.2.2, 10.3.3.3", "10.2.2.2"],
  ["a port", PEER, `${CLIENT}:4711`, CLIENT],
  ["quotes and tabs", PEER, `\t"${CLIENT}" `, CLIENT],
  ["IPv6", PEER, "2001:db8::5", "2001:db8::5"],
  ["IPv6 in brackets", PEER, "[2001:db8::5]", "2001:db8::5"],
  ["IPv6 in brackets with a port", PEER, '"[2001:db8::5]:443"', "2001:db8::5"],
  ["IPv6 whole", PEER, "2001:db8:0:0:1:2:3:4", "2001:db8:0:0:1:2:3:4"],
  ["IPv6 of an ending", PEER, "2001:db8::", "2001:db8::"],
  ["IPv6 with an IPv4 ending", PEER, "64:ff9b::1.2.3.4", "64:ff9b::102:304"],
  ["IPv4-mapped IPv6", PEER, `::ffff:${CLIENT}`, CLIENT],
  ["IPv4-mapped in hexadecimal", PEER, "::ffff:cb00:7109", CLIENT],
  ["a mapped proxy behind the proxy", PEER, `${CLIENT}, ::ffff:10.4.4.4`, CLIENT],
  ["an IPv6 proxy as peer", "2001:db8:1::1", CLIENT, CLIENT],
  ["an IPv6 peer outside the block", "2001:db8:2::1", CLIENT, "2001:db8:2::1"],
  ["a mapped peer", "0:0:0:0:0:ffff:a01:101", CLIENT, CLIENT],
  ["a name", PEER, "localhost", PEER],
  ["unknown", PEER, "unknown", PEER],
  ["an obfuscated name", PEER, "_hidden", PEER],
  ["an octet too large", PEER, "203.0.113.256", PEER],
  ["leading zeros", PEER, "203.0.113.09", PEER],
  ["five octets", PEER, "203.0.113.9.1", PEER],
  ["a port of six digits", PEER, `${CLIENT}:123456`, PEER],
  ["a zone", PEER, "fe80::1%eth0", PEER],
  ["half a bracket", PEER, "[2001:db8::5", PEER],
  ["a comma at the end", PEER, `${CLIENT},`, PEER],
  ["only commas", PEER, ",,,", PEER],
  ["garbage behind a proxy", PEER, "evil, 10.2.2.2", PEER],
  ["a CIDR block", PEER, `${CLIENT}/24`, PEER],
];

for (const [what, peer, header, wanted] of ROWS) {
  test(`client address: ${what} -> ${wanted}`, () => {
    assert.deepEqual([...addressOf(bytes(peer), header)], [...bytes(wanted)]);
  });
}

test("client address: as many proxies as allowed, one more -> the client, the peer", () => {
  const behind = (hops: number) =>
    [CLIENT, ...Array.from({ length: hops }, () => "10.5.5.5")].join(", ");
  assert.deepEqual([...addressOf(bytes(PEER), behind(PROXY_HOPS_MAX - 1))], [...bytes(CLIENT)]);
  assert.deepEqual([...addressOf(bytes(PEER), behind(PROXY_HOPS_MAX))], [...bytes(PEER)]);
});

test("client address: no proxies configured -> always the peer, the same bytes", () => {
  const peer = bytes(PEER);
  assert.equal(openClientAddress([])(peer, CLIENT), peer);
});
