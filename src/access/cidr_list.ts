/** Whether an address is in a list of addresses and CIDR blocks, such as a key is limited to. */
import { BlockList, isIPv4 } from "node:net";
import { ipText } from "../base/ip_address.ts";

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
