/**
 * The manifests agree with each other: each name that one manifest uses is declared exactly once,
 * and each declared name is used.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import type { Feature } from "../contract/declare/feature.ts";
import {
  operations,
  PLATFORM_FEATURES,
  SERVED_FEATURES,
  SHARD_FEATURES,
  tagsOf,
} from "./registry.ts";

const FEATURES: readonly Feature[] = [...SHARD_FEATURES, ...PLATFORM_FEATURES];

test("manifests: the types of events -> each in one manifest, and emitted by some operation", () => {
  const declared = FEATURES.flatMap(({ events = [] }) => events).map(({ type }) => type);
  const emitted = FEATURES.flatMap((feature) => feature.operations).flatMap((operation) =>
    operation.type === "write" ? operation.events : [],
  );
  assert.deepEqual(declared.toSorted(), [...new Set(emitted)].sort());
});

test("manifests: tags -> each in one manifest, and named by some published operation", () => {
  const named = operations.filter(({ inContract }) => inContract !== false).map(({ tag }) => tag);
  assert.deepEqual(
    tagsOf(SERVED_FEATURES)
      .map(({ name }) => name)
      .sort(),
    [...new Set(named)].sort(),
  );
});

/** Writes that make a thing and answer it, and whose name does not end in `create`. */
const MAKERS = [
  "transfer.reverse",
  "sandbox.event.trigger",
  "entity.kyc.verification.start",
  "user.signup",
  "user.login",
];
/** Writes that only promise to look into it: their answer does not say whether there is anything. */
const PROMISERS = ["user.password.reset.request"];

test("manifests: the status of each write -> 201 where it answers what it made, 204 where nothing, 202 where it may be nothing, otherwise 200", () => {
  const writes = FEATURES.flatMap((feature) => feature.operations).filter(
    // The status of the OAuth protocol's answers is the RFCs' own, redirects among them.
    ({ type, answers, oauth }) => type === "write" && oauth === undefined && answers !== "redirect",
  );
  const isMaker = (id: string) => id.endsWith(".create") || MAKERS.includes(id);
  const statusOf = (id: string, output: TSchema) => {
    if (PROMISERS.includes(id)) return 202;
    return output["type"] === "null" ? 204 : isMaker(id) ? 201 : 200;
  };
  assert.deepEqual(
    writes.map(({ id, http }) => [id, http.status]),
    writes.map(({ id, output }) => [id, statusOf(id, output)]),
  );
  assert.ok(writes.some(({ id, http }) => id === "transfer_hold.clear" && http.status === 200));
});
