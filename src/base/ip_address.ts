/**
 * What an IP address is for: an address of the public Internet, or one that means this machine, a
 * private network, a link, a group of receivers, a translation of another address. A sender that
 * takes addresses from strangers connects to public ones only.
 * The sources are IANA's registries of special-purpose addresses (RFC 6890), which name the RFCs.
 * Does not resolve names, and knows no form of an address but the standard text: four decimal
 * numbers, or RFC 4291 section 2.2. Other forms (`0x7f.1`, `2130706433`) belong to URLs.
 */

/** The kinds of addresses, and what a message calls such an address. */
export const IP_KINDS = {
  public: "a public address",
  loopback: "a loopback address",
  unspecified: "an unspecified address",
  private: "a private address",
  shared: "an address that is shared behind a carrier's translation",
  link_local: "a link-local address",
  metadata: "an address of a cloud's metadata service",
  multicast: "a multicast address",
  documentation: "an address for documentation",
  unique_local: "a unique local address",
  site_local: "a site-local address",
  mapped: "an IPv4 address in the form of IPv6",
  translated: "an IPv4 address behind a translation (NAT64)",
  tunnel: "an address of a tunnel (6to4, Teredo)",
  reserved: "a reserved address",
} as const;

export type IpKind = keyof typeof IP_KINDS;

type Block = { prefix: Uint8Array; bits: number; kind: IpKind };

/**
 * The blocks that are not public, as RFC 4632 writes them. The first that holds an address counts,
 * so a block stands after the smaller ones within it.
 */
export const SPECIAL_BLOCKS: readonly (readonly [block: string, kind: IpKind])[] = [
  // Instance metadata of AWS, Azure, Google and others; Azure's wire server; Alibaba's metadata.
  ["169.254.169.254/32", "metadata"],
  ["168.63.129.16/32", "metadata"],
  ["100.100.100.200/32", "metadata"],
  ["0.0.0.0/8", "unspecified"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link_local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "documentation"],
  ["192.88.99.0/24", "tunnel"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "reserved"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
  ["::/128", "unspecified"],
  ["::1/128", "loopback"],
  ["::/96", "mapped"],
  ["::ffff:0:0/96", "mapped"],
  ["::ffff:0:0:0/96", "translated"],
  ["64:ff9b::/96", "translated"],
  ["64:ff9b:1::/48", "translated"],
  ["fd00:ec2::254/128", "metadata"],
  ["fd20:ce::254/128", "metadata"],
  ["fc00::/7", "unique_local"],
  ["fe80::/10", "link_local"],
  ["fec0::/10", "site_local"],
  ["ff00::/8", "multicast"],
  ["2001::/32", "tunnel"],
  ["2001::/23", "reserved"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "tunnel"],
  ["3fff::/20", "documentation"],
  // RFC 4291 section 2.4: global unicast is 2000::/3 as far as IANA has given it out.
  ["::/3", "reserved"],
  ["4000::/2", "reserved"],
  ["8000::/1", "reserved"],
];

const BLOCKS: readonly Block[] = SPECIAL_BLOCKS.map(([block, kind]) => {
  const [address = "", bits] = block.split("/");
  return { prefix: ipBytes(address) ?? new Uint8Array(), bits: Number(bits), kind };
});

/** What the address in `text` is for; undefined where the text is no address, or has a zone. */
export function ipKind(text: string): IpKind | undefined {
  const bytes = ipBytes(text);
  if (bytes === undefined) return undefined;
  return BLOCKS.find((block) => holds(block, bytes))?.kind ?? "public";
}

/** The 4 or 16 bytes of an address; undefined where the text is no address. */
export function ipBytes(text: string): Uint8Array | undefined {
  return text.includes(":") ? ipv6Bytes(text) : ipv4Bytes(text);
}

function holds({ prefix, bits }: Block, bytes: Uint8Array): boolean {
  if (prefix.length !== bytes.length) return false;
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (prefix[at] !== bytes[at]) return false;
  const rest = bits & 7;
  return rest === 0 || ((prefix[whole] ?? 0) ^ (bytes[whole] ?? 0)) >> (8 - rest) === 0;
}

/** Four decimal numbers from 0 to 255 without leading zeros, which some read as octal. */
function ipv4Bytes(text: string): Uint8Array | undefined {
  const numbers = text.split(".");
  if (numbers.length !== 4) return undefined;
  const bytes = new Uint8Array(4);
  for (const [at, number] of numbers.entries()) {
    if (!/^(0|[1-9]\d{0,2})$/.test(number) || Number(number) > 255) return undefined;
    bytes[at] = Number(number);
  }
  return bytes;
}

/** Eight groups, of which one run of zeros may be `::`, and the last two may be an IPv4 address. */
function ipv6Bytes(text: string): Uint8Array | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [left = "", right] = halves;
  const head = groupsOf(left, right === undefined);
  const tail = right === undefined ? [] : groupsOf(right, true);
  if (head === undefined || tail === undefined) return undefined;
  const given = head.length + tail.length;
  // RFC 4291: "::" stands for one or more groups.
  if (right === undefined ? given !== 16 : given > 14) return undefined;
  const bytes = new Uint8Array(16);
  bytes.set(head);
  bytes.set(tail, 16 - tail.length);
  return bytes;
}

/** The bytes of groups that colons divide. Only the end of an address may be an IPv4 address. */
function groupsOf(text: string, isEnd: boolean): number[] | undefined {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [at, group] of groups.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 255);
      continue;
    }
    const dotted = isEnd && at === groups.length - 1 ? ipv4Bytes(group) : undefined;
    if (dotted === undefined) return undefined;
    bytes.push(...dotted);
  }
  return bytes;
}

/**
 * Text of an address of 4 or 16 bytes: dotted for IPv4 and for an IPv4-mapped IPv6 address, eight
 * groups for IPv6; "" for every other length.
 */
export function ipText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) return "";
  const isMapped = bytes[10] === 0xff && bytes[11] === 0xff && bytes.subarray(0, 10).every(isZero);
  if (isMapped) return bytes.subarray(12).join(".");
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2) {
    groups.push((((bytes[at] as number) << 8) | (bytes[at + 1] as number)).toString(16));
  }
  return groups.join(":");
}

/**
 * Text of the network that an address of 4 or 16 bytes counts for where strangers are told apart: of IPv6 the
 * first 64 bits, the smallest network that a customer is given; of IPv4, mapped or not, the address.
 */
export function networkText(bytes: Uint8Array): string {
  const text = ipText(bytes);
  if (bytes.length !== 16 || text.includes(".")) return text;
  return ipText(Uint8Array.from(bytes, (byte, at) => (at < 8 ? byte : 0)));
}

/** The network of an address that is given as text. A text that is no address is its own network. */
export function networkOf(text: string): string {
  const bytes = ipBytes(text);
  return bytes === undefined ? text : networkText(bytes);
}

function isZero(byte: number): boolean {
  return byte === 0;
}
