/** Whether an address is in a list of blocks: the pages' own reading against the server's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ipBytes } from "../base/ip_address.ts";
import { cidrFault, openCidrList } from "../contract/values/cidr_list.ts";
import { blocksIn, isInBlocks } from "./browser/address_block.ts";

const ADDRESSES = [
  "127.0.0.1",
  "10.1.2.3",
  "10.1.255.3",
  "192.0.2.129",
  "255.255.255.255",
  "::1",
  "2001:db8::1",
  "2001:db8:0:1::",
  "fe80::a:b:c:d",
];
const BLOCKS = [
  ...ADDRESSES,
  "0.0.0.0/0",
  "10.0.0.0/8",
  "10.1.0.0/17",
  "10.1.2.2/31",
  "192.0.2.128/25",
  "192.0.2.0/25",
  "::/0",
  "::ffff:0:0/96",
  "::ffff:10.1.0.0/112",
  "::ffff:127.0.0.1",
  "2001:db8::/32",
  "2001:db8::/64",
  "2001:DB8:0:0:0:0:0:0/127",
  "fe80::/10",
];
/** What the server takes for no block at all. */
const FAULTY = [
  "10.0.0",
  "10.0.0.256",
  "10.0.0.1/33",
  "::1/129",
  "1:2:3",
  "::1::",
  "host",
  "1/2/3",
];

test("address block: each address in each block -> as the server finds it", () => {
  for (const address of ADDRESSES) {
    for (const block of BLOCKS) {
      assert.equal(cidrFault(block), undefined, block);
      const bytes = ipBytes(address) ?? assert.fail(address);
      const expected = openCidrList([block])(bytes);
      assert.equal(isInBlocks(address, [block]), expected, `${address} in ${block}`);
      assert.equal(isInBlocks(address, [...FAULTY, block]), expected, `${address} in ${block}`);
    }
  }
});

test("address block: no block at all -> has no address; an empty list -> has each", () => {
  for (const block of FAULTY) {
    assert.notEqual(cidrFault(block), undefined, block);
    for (const address of ADDRESSES) assert.equal(isInBlocks(address, [block]), false, block);
  }
  assert.equal(isInBlocks("10.1.2.3", []), true);
});

test("address block: a text of lines and commas -> its entries", () => {
  assert.deepEqual(blocksIn(" 10.0.0.0/8,\n::1\n\n"), ["10.0.0.0/8", "::1"]);
  assert.deepEqual(blocksIn(" \n"), []);
});
