/** Whether a list of addresses and CIDR blocks has an address, as the server will find it too. */

type Block = { bits: bigint; width: 32 | 128; prefix: number };

/** Before the 32 bits of an IPv4 address that is written as IPv6: `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2). */
const MAPPED = 0xffffn << 32n;

/** The entries of a text with one a line, or with commas between them. */
export function blocksIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}

/**
 * Whether the address is in one of the blocks. An empty list has every address; a text that cannot be read matches
 * nothing.
 */
export function isInBlocks(address: string, blocks: readonly string[]): boolean {
  if (blocks.length === 0) return true;
  const own = mapped(blockOf(address));
  if (own === undefined) return false;
  return blocks.some((text) => {
    const block = mapped(blockOf(text));
    if (block === undefined) return false;
    const rest = BigInt(block.width - block.prefix);
    return own.bits >> rest === block.bits >> rest;
  });
}

/** IPv4 as the part of IPv6 that it is, so that a block of the one has addresses of the other. */
function mapped(block: Block | undefined): Block | undefined {
  if (block === undefined || block.width === 128) return block;
  return { bits: MAPPED | block.bits, width: 128, prefix: 96 + block.prefix };
}

function blockOf(text: string): Block | undefined {
  const [address = "", prefix, more] = text.split("/");
  const parsed = bitsOf4(address) ?? bitsOf6(address);
  if (parsed === undefined || more !== undefined) return undefined;
  const { bits, width } = parsed;
  if (prefix === undefined) return { bits, width, prefix: width };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > width) return undefined;
  return { bits, width, prefix: Number(prefix) };
}

function bitsOf4(text: string): { bits: bigint; width: 32 } | undefined {
  const parts = text.split(".");
  const isAddress = parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  if (parts.length !== 4 || !isAddress) return undefined;
  return { bits: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), width: 32 };
}

function bitsOf6(text: string): { bits: bigint; width: 128 } | undefined {
  const tail = text.slice(text.lastIndexOf(":") + 1);
  const embedded = tail.includes(".") ? bitsOf4(tail) : undefined;
  if (tail.includes(".") && embedded === undefined) return undefined;
  const low = embedded?.bits ?? 0n;
  const groups = [low >> 16n, low & 0xffffn].map((group) => group.toString(16)).join(":");
  const plain = embedded === undefined ? text : text.slice(0, -tail.length) + groups;
  const [head = "", rest, more] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = rest === undefined || rest === "" ? [] : rest.split(":");
  const missing = 8 - left.length - right.length;
  const isWhole = rest === undefined ? missing === 0 : missing > 0 && more === undefined;
  const all = [...left, ...Array.from({ length: Math.max(missing, 0) }, () => "0"), ...right];
  if (!isWhole || !all.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  const bits = all.reduce((sum, group) => sum * 0x10000n + BigInt(`0x${group}`), 0n);
  return { bits, width: 128 };
}
