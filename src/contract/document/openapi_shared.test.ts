/** What the contract document has once for several operations: responses, examples, parameters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import {
  coinCreate,
  coinList,
  documentOf,
  OPERATIONS,
  resolved,
} from "../../../test/support/contract/coins.ts";
import { Id } from "../values/formats.ts";

test("contract document: operations refused with the same codes -> one response for all", () => {
  const twin = { ...coinCreate, id: "coin.twin", http: { ...coinCreate.http, path: "/twins" } };
  const { paths } = documentOf([...OPERATIONS, twin as never]);
  const refusalsOf = (path: string) =>
    Object.entries(paths[path].post.responses).filter(([status]) => Number(status) >= 400);
  assert.deepEqual(refusalsOf("/twins"), refusalsOf("/coins"));
  const without = documentOf().paths["/coins"].post.responses;
  assert.deepEqual(refusalsOf("/coins"), Object.entries(without).slice(1), "no name has changed");
  for (const [, response] of refusalsOf("/coins")) {
    assert.match(String((response as { $ref?: string }).$ref), /^#.components.responses.E/);
  }
});

test("contract document: a refusal -> an example of each of its codes, with its own details", () => {
  const document = documentOf();
  const response = resolved(document, document.paths["/coins"].post.responses["409"]);
  const { examples } = response.content["application/json"];
  const { error } = resolved(document, examples.insufficient_balance).value;
  assert.equal(error.code, "insufficient_balance");
  assert.deepEqual(Object.keys(error.details), [
    "accountId",
    "available",
    "amount",
    "currency",
    "operation",
    "docUrl",
  ]);
});

test("contract document: two parameters of one name -> the more frequent is shared", () => {
  const other = (id: string, path: string) => {
    const query = Type.Object({ coinId: Id("cent") }, { additionalProperties: false });
    return { ...coinList, id, http: { ...coinList.http, path }, query } as never;
  };
  const twice = (id: string, path: string) => {
    const query = Type.Object({ coinId: Id("coin") }, { additionalProperties: false });
    return { ...coinList, id, http: { ...coinList.http, path }, query } as never;
  };
  const { paths, components } = documentOf([other("a", "/a"), twice("b", "/b"), twice("c", "/c")]);
  const name = "query.coinId.required";
  assert.deepEqual(components.parameters[name].schema, { $ref: "#/components/schemas/coin_id" });
  assert.equal(paths["/b"].get.parameters[0].$ref, `#/components/parameters/${name}`);
  assert.deepEqual(paths["/a"].get.parameters[0].schema, { $ref: "#/components/schemas/cent_id" });
});
