/** The two answers of a write that may find what it would make, in the contract document. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coinCreate, documentOf } from "../../../test/support/contract/coins.ts";
import type { Operation } from "../declare/operation.ts";

test("contract document: a write that may find what it would make -> two answers of one schema", () => {
  const http = { ...coinCreate.http, existingStatus: 200 };
  const operation = { ...coinCreate, http } as unknown as Operation<never>;
  const { post } = documentOf([operation]).paths["/coins"];
  const { "200": found, "201": made } = post.responses;
  assert.deepEqual(found, { ...made, description: "Coin, made before" });
  assert.deepEqual(made, documentOf().paths["/coins"].post.responses["201"]);
  assert.equal(documentOf().paths["/coins"].post.responses["200"], undefined);
});
