/** Which texts are addresses or CIDR blocks, and which addresses a list of them has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ipBytes } from "../base/ip_address.ts";
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
