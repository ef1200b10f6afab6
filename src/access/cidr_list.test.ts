/** Lists of addresses and blocks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ipBytes } from "../base/ip_address.ts";
import { openCidrList } from "./cidr_list.ts";

const ROWS: [cidrs: string[], address: string, isIn: boolean][] = [
  [[], "203.0.113.7", true],
  [["203.0.113.7"], "203.0.113.7", true],
  [["203.0.113.7"], "203.0.113.8", false],
  [["203.0.113.0/24"], "203.0.113.255", true],
  [["203.0.113.0/24"], "203.0.114.0", false],
  [["0.0.0.0/0"], "8.8.8.8", true],
  [["0.0.0.0/0"], "2001:db8::1", false],
  [["2001:db8::/32"], "2001:db8:ffff::1", true],
  [["2001:db8::/32"], "2001:db9::1", false],
  [["10.0.0.0/8", "2001:db8::1"], "2001:db8::1", true],
  [["10.0.0.0/8"], "::ffff:10.1.2.3", true],
  [["10.0.0.0/8"], "::ffff:11.1.2.3", false],
];
for (const [cidrs, address, isIn] of ROWS) {
  test(`addresses: ${address} in [${cidrs.join(", ")}] -> ${isIn}`, () => {
    assert.equal(openCidrList(cidrs)(ipBytes(address) as Uint8Array), isIn);
  });
}

test("addresses: no bytes, the address of a client that is gone -> in no list but the empty one", () => {
  assert.equal(openCidrList(["0.0.0.0/0", "::/0"])(new Uint8Array(0)), false);
  assert.equal(openCidrList([])(new Uint8Array(0)), true);
});
