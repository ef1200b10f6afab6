/** The credentials and log-ins in the contract document, and the event streams beside its operations. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coinCreate, coinList, documentOf } from "../../../test/support/contract/coins.ts";
import type { Operation } from "../declare/operation.ts";

const CREDENTIALS: [Operation<never>["principals"], string[]][] = [
  [["public"], []],
  [["product_key"], ["productKey"]],
  [["system"], ["productKey"]],
  [["agent"], ["oauth2"]],
  [["session"], ["sessionCookie"]],
  [
    ["product_key", "founder", "agent"],
    ["productKey", "personalAccessToken", "sessionCookie", "oauth2"],
  ],
];
for (const [principals, schemes] of CREDENTIALS) {
  test(`contract document: for ${principals.join(", ")} -> ${schemes.join(", ") || "nobody asked"}`, () => {
    const document = documentOf([{ ...coinList, principals } as never]);
    const { get } = document.paths["/coins"];
    assert.deepEqual((get.security ?? document.security).flatMap(Object.keys), schemes);
    assert.deepEqual(get["x-principal"], principals);
  });
}

test("contract document: operations for tokens of log-ins -> each names its scope, which the flows explain", () => {
  const principals = ["founder", "agent"];
  const list = { ...coinList, principals, scope: "coins:read" };
  const document = documentOf([list, { ...coinCreate, principals }] as never);
  const { get, post } = document.paths["/coins"];
  const asked = ({ security = document.security }) => security.at(-1);
  assert.deepEqual(asked(get), { oauth2: ["coins:read"] });
  assert.deepEqual(asked(post), { oauth2: ["coins:write"] });
  const { flows } = document.components.securitySchemes.oauth2;
  for (const name of ["authorizationCode", "x-device-authorization"]) {
    assert.deepEqual(flows[name].scopes, {
      "coins:read": "Opens coin.list.",
      "coins:write": "Opens coin.create.",
    });
  }
});

test("contract document: a stream -> in the description of its group and the rules, and no operation", () => {
  const stream = { types: ["coin.found"], id: "the number of the coin", begins: "now" };
  const follow = {
    ...coinList,
    id: "coin.stream",
    http: { method: "GET", path: "/coins/stream", status: 200 },
    inContract: false,
    stream,
  };
  const document = documentOf([coinList, follow] as never);
  assert.deepEqual(Object.keys(document.paths), ["/coins"]);
  const [tag] = document.tags;
  assert.ok(tag.description.includes("`GET /v1/coins/stream` (`coin.stream`"), tag.description);
  for (const said of ["`coin.found`", stream.id, stream.begins]) {
    assert.ok(tag.description.includes(said), said);
  }
  assert.ok(document.info.description.includes("Last-Event-ID"));
  assert.ok(!documentOf([coinList]).info.description.includes("Last-Event-ID"));
});
