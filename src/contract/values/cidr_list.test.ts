/** Which texts are addresses or CIDR blocks, and which addresses a list of them has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ipBytes } from "../../base/ip_address.ts";
import { cidrFault, openCidrList } from "./cidr_list.ts";

test("cidrFault: addresses and blocks -> none; what is neither -> a reason", () => {
  for (const good of [
    "10.0.0.0/8",
    "192.0.2.7",
    "2001:db8:1::/48",
    "0.0.0.0/0",
    "::/0",
    "::1",
    "127.0.0.1/32",
    "fe80::/10",
  ]) {
    assert.equal(cidrFault(good), undefined, good);
  }
  for (const bad of ["", "x", "10.0.0.0/33", "10.0.0.0/", "10/8", "::/129", "1.2.3.4/8/8"]) {
    assert.notEqual(cidrFault(bad), undefined, bad);
  }
  assert.match(String(cidrFault("fe80::1%eth0/64")), /neither/);
});

test("openCidrList: inside and outside of addresses and blocks -> in the list, not in it", () => {
  const list = openCidrList(["10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48"]);
  const isIn = (text: string) => list(ipBytes(text) as Uint8Array);
  for (const inside of ["10.255.0.1", "192.0.2.7", "2001:db8:1:2::3", "::ffff:10.0.0.1"]) {
    assert.equal(isIn(inside), true, inside);
  }
  for (const outside of ["11.0.0.1", "192.0.2.8", "2001:db8:2::1", "::1"]) {
    assert.equal(isIn(outside), false, outside);
  }
  assert.equal(openCidrList([])(ipBytes("198.51.100.1") as Uint8Array), true);
});

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
