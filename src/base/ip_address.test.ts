/**
 * What an address is for: both borders of every block, texts that are no address, and the same
 * answers as the block lists of node:net over random addresses.
 */
import assert from "node:assert/strict";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { type IpKind, ipBytes, ipKind, SPECIAL_BLOCKS } from "./ip_address.ts";

/** Addresses, at the borders of blocks where there are such, and what each is for. */
const ROWS: Record<IpKind, string[]> = {
  public: [
    ...["1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255"],
    ...["100.128.0.0", "126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17"],
    ...["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255"],
    ...["192.0.1.0", "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0"],
    ...["192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255"],
    ...["198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255"],
    ...["2000::", "2000:ffff::", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::"],
    ...["2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "3ffe::", "3fff:1000::"],
  ],
  loopback: ["127.0.0.0", "127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1"],
  unspecified: ["0.0.0.0", "0.0.0.1", "0.255.255.255", "::", "0:0:0:0:0:0:0:0"],
  private: [
    ...["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255"],
    ...["192.168.0.0", "192.168.255.255"],
  ],
  shared: ["100.64.0.0", "100.100.100.199", "100.127.255.255"],
  link_local: [
    ...["169.254.0.0", "169.254.169.253", "169.254.255.255"],
    ...["fe80::", "fe80::1", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ],
  metadata: [
    ...["169.254.169.254", "168.63.129.16", "100.100.100.200"],
    ...["fd00:ec2::254", "fd20:ce::254"],
  ],
  multicast: ["224.0.0.0", "239.255.255.255", "ff00::", "ff02::1", "ffff::"],
  documentation: [
    ...["192.0.2.0", "192.0.2.255", "198.51.100.0", "198.51.100.255"],
    ...["203.0.113.0", "203.0.113.255", "2001:db8::", "2001:db8:ffff::1", "3fff::"],
    ...["3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ],
  unique_local: ["fc00::", "fd00::1", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  site_local: ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  mapped: [
    ...["::ffff:8.8.8.8", "::ffff:127.0.0.1", "::ffff:7f00:1", "::FFFF:A9FE:A9FE"],
    ...["0:0:0:0:0:ffff:10.0.0.1", "::127.0.0.1", "::2", "::a00:1", "::255.255.255.255"],
  ],
  translated: [
    "64:ff9b::",
    "64:ff9b::8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "::ffff:0:a00:1",
  ],
  tunnel: ["2002::", "2002:7f00:1::", "2001::", "2001:0:ffff::", "192.88.99.0", "192.88.99.255"],
  reserved: [
    ...["192.0.0.0", "192.0.0.192", "192.0.0.255", "198.18.0.0", "198.19.255.255"],
    ...["240.0.0.0", "255.255.255.254", "255.255.255.255", "100::", "100::1", "64:ff9a::"],
    ...["64:ff9b:2::", "64:ff9b:0:1::", "1fff:ffff::", "4000::", "5f00::1", "8000::", "fbff::"],
    ...["fe00::", "fe7f:ffff::", "2001:1::1", "2001:2::", "2001:20::", "2001:1ff:ffff::"],
  ],
};

for (const [kind, addresses] of Object.entries(ROWS)) {
  test(`ipKind: ${addresses.length} addresses, ${addresses[0]} the first -> ${kind}`, () => {
    for (const address of addresses) assert.equal(ipKind(address), kind, address);
  });
}

test("ipKind: what is no address in the standard text -> undefined", () => {
  const texts = [
    ...["", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4.", ".1.2.3.4"],
    ...["0x7f.0.0.1", "2130706433", "127.1", "1.2.3.-4", "1.2.3.4 ", " 1.2.3.4", "1.2.3.4\n"],
    ...["1.2.3.4/8", "1.2.3.4:80", "１.2.3.4", ":", ":::", "::1::", "1:2:3:4:5:6:7", "[::1]"],
    ...["1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "::12345", "::g", "fe80::1%eth0", "::1%1"],
    ...["::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "::ffff:01.2.3.4", "::1 ", ":1", "1:", "1::2:"],
  ];
  for (const text of texts) assert.equal(ipKind(text), undefined, JSON.stringify(text));
});

test("ipKind: random addresses near and far from the blocks -> as the lists of node:net say", () => {
  const lists = SPECIAL_BLOCKS.map(([block, kind]) => {
    const [address = "", bits] = block.split("/");
    const list = new BlockList();
    list.addSubnet(address, Number(bits), isIPv4(address) ? "ipv4" : "ipv6");
    return { list, kind, isIPv6: isIPv6(address) };
  });
  const kindOf = (address: string) => {
    // node:net looks at a mapped address as at the IPv4 address; here it is a kind of its own.
    const of = lists.filter((each) => each.isIPv6 === isIPv6(address));
    return of.find(({ list }) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6"))?.kind;
  };
  const prefixes = SPECIAL_BLOCKS.map(([block]) => ipBytes(block.split("/")[0] ?? ""));
  const near = fc
    .tuple(fc.constantFrom(...prefixes), fc.integer({ min: 0, max: 127 }), fc.nat())
    .map(([prefix = new Uint8Array(), bit, noise]) => {
      const bytes = Uint8Array.from(prefix);
      bytes[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7);
      bytes[bytes.length - 1]! ^= noise & 255;
      return bytes;
    });
  const far = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
  );
  fc.assert(
    fc.property(fc.oneof(near, far), (bytes) => {
      const text = textOf(bytes);
      assert.deepEqual(ipBytes(text), bytes);
      assert.equal(ipKind(text), kindOf(text) ?? "public", text);
    }),
    { numRuns: 5_000 },
  );
});

function textOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Buffer.from(bytes).toString("hex").match(/.{4}/g) ?? [];
  return groups.map((group) => group.replace(/^0{1,3}/, "")).join(":");
}
