/** What gives a request to a provider up, and whose work ends by it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeIdSuffix } from "../../base/id.ts";
import { SHARD_REGISTRY } from "../registry.ts";
import { ofRequests } from "./provider_request_facts.ts";

const PLACE = 8193;
const REQUEST = {
  providerRequestId: `preq_${encodeIdSuffix(1_760_000_000_000, 0, PLACE, 0)}`,
  kind: "payout",
  provider: "bank",
  subject: { type: "payout", id: "po_x" },
  request: {},
  status: "abandoned",
  attempts: 0,
  createdAtMs: 1_760_000_000_000,
} as const;

test("provider request facts: given up before anybody was asked -> whoever waits for the record that made it is told", () => {
  const fact = ofRequests.fact("abandoned", REQUEST);
  assert.equal(SHARD_REGISTRY.ends?.get(fact.kind)?.(fact), PLACE);
});
