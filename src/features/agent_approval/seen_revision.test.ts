/** What joins accounts to the outside is bound by its revision, which the edge and the shard that decides see alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { debited } from "../../../test/support/features/collection/debits.ts";
import { activeAddress } from "../../../test/support/features/financial_address/addresses.ts";
import { pay, payable } from "../../../test/support/features/payout/payouts.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { RESOURCES, SHARD_REGISTRY } from "../registry.ts";
import { seenRevisionOf } from "./seen_revision.ts";

test("revisions of approvals: an address, a payee, a payout, a mandate's consent and its collection -> seen by the edge as by the shard", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  const { collectionId, consentId } = await debited(world);
  const things = {
    financial_address: activeAddress(world, openAccount(world)).financialAddressId,
    beneficiary: parties.beneficiaryId,
    payout: String(pay(world, parties)["payoutId"]),
    collection: collectionId,
    consent: consentId,
  };
  const snapshot = await world.snapshot();
  const realm = world.realmOf(world.caller);
  const seen = seenRevisionOf(RESOURCES);
  for (const [type, id] of Object.entries(things)) {
    const revision = SHARD_REGISTRY.revisionOf?.(world.state, realm, id);
    assert.ok(revision !== undefined && revision > 0, type);
    assert.deepEqual(seen(snapshot, realm, id), { type, id, revision });
  }
});
