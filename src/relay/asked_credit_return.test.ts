/** What a bank is asked of a received credit: to send it back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestIn } from "../../test/support/features/provider_request/live_requests.ts";
import { waitingReturn } from "../../test/support/features/received_credit/credits.ts";
import { providerMembers } from "../../test/support/provider_members.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import type { Input } from "../../test/world/input.ts";
import { openWorld } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { askedOf } from "./provider_asked.ts";

/** What the bank of a credit is asked. */
async function asked(more: Input): Promise<Readonly<Record<string, unknown>>> {
  const world = await openWorld({ environment: "live" });
  const { providerRequestId } = waitingReturn(world, more);
  const { kind, realm, request } = requestIn(world, providerRequestId);
  const sealer = openEntitySealer(memoryEntityKeys());
  const submitted = { sealer, filesPath: "", onUnreadable: () => undefined };
  const made = askedOf(await world.snapshot(), { kind, realm, request }, submitted);
  assert.deepEqual(made.files, []);
  return made.request;
}

test("credit return asked: any request -> the members that PROVIDER.md names", async () => {
  const members = providerMembers("request (credit_return)");
  const [full, least] = [await asked({ reason: "Paid to the wrong account" }), await asked({})];
  const named = members.map(({ member }) => member);
  assert.deepEqual(Object.keys(full).sort(), named.sort());
  const required = members.flatMap(({ member, isRequired }) => (isRequired ? [member] : []));
  assert.deepEqual(Object.keys(least).sort(), required.sort());
  assert.deepEqual(
    [full["action"], full["creditReference"], full["amount"], full["reason"]],
    ["return", "bank-1", "1250", "Paid to the wrong account"],
  );
});
