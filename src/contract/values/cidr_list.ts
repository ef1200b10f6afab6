/** Lists of addresses and CIDR blocks, such as a key or a company is limited to. */
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { ipText } from "../../base/ip_address.ts";

/** Takes the bytes of an address, 4 or 16; an IPv4-mapped IPv6 address is the IPv4 address. */
export type CidrList = (address: Uint8Array) => boolean;

/** `cidrs`: each an address or a block that `cidrFault` accepts; an empty list has every address. */
export function openCidrList(cidrs: readonly string[]): CidrList {
  if (cidrs.length === 0) return () => true;
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", prefix] = cidr.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    const bits = prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix);
    list.addSubnet(address, bits, family);
  }
  return (bytes) => {
    const text = ipText(bytes);
    return list.check(text, isIPv4(text) ? "ipv4" : "ipv6");
  };
}

/** Why `text` is neither an address nor a CIDR block, or undefined. */
export function cidrFault(text: string): string | undefined {
  const [address = "", prefix, more] = text.split("/");
  const bits = isIPv4(address) ? 32 : isPlainIPv6(address) ? 128 : 0;
  if (bits === 0 || more !== undefined) return "is neither an address nor a CIDR block";
  if (prefix === undefined) return undefined;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) {
    return `has a prefix that is none of 0 to ${bits}`;
  }
  return undefined;
}

/**
 * Whether `text` is IPv6 without a zone (`fe80::1%eth0`): a zone is about one host, but Node takes
 * it.
 */
export function isPlainIPv6(text: string): boolean {
  return !text.includes("%") && isIPv6(text);
}
