/** Decision table of financial_address.retire, and how its ending stays what it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  barredRows,
  providerRows,
} from "../../../test/support/features/financial_address/address_change_rows.ts";
import {
  activeAddress,
  addressIn,
  changed,
  disabledAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, close } from "../../../test/world/parties.ts";
import { assertShows, openWorld } from "../../../test/world/world.ts";
import { financialAddressDisable } from "./financial_address.disable.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";
import { financialAddressRetrieve } from "./financial_address_noun.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

const ALLOWED = ["active", "disabled"] as const;

decisionTable(financialAddressRetire, {
  given(world) {
    const { financialAddressId, accountId } = activeAddress(world);
    return { financialAddressId, accountId };
  },
  input: ({ financialAddressId }) => ({ financialAddressId }),
  rows: [
    {
      title: "active",
      outcome: "retired when the provider has accepted, with its details, as GET shows it",
      reply: {
        status: "retired",
        revision: 3,
        actor: { type: "provider", id: "provider" },
        statusTransitions: { pendingAt: at(0), activeAt: at(0), retiredAt: at(0) },
      },
      async check({ reply, facts }, { world, financialAddressId }) {
        assert.match(reply.details.iban, /^DE/);
        await assertShows(world, financialAddressRetrieve, { financialAddressId }, reply);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["financial_address.asked.1", "provider_request.made.1"],
        );
      },
    },
    {
      title: "disabled, of a closed account",
      input({ world }) {
        const { financialAddressId, accountId } = disabledAddress(world);
        close(world, accountId);
        return { financialAddressId };
      },
      outcome: "retired",
      reply: { status: "retired" },
    },
    ...barredRows(ALLOWED, { other: financialAddressDisable, status: "active" }),
    ...providerRows("active"),
  ],
});

test("retire: unknown, then the same key, and again after it was changed -> asked again, then the same bytes", async () => {
  const world = await openWorld();
  const { financialAddressId } = activeAddress(world);
  arm(world, "fail");
  const send = () =>
    changed(world, financialAddressRetire, { financialAddressId }, { idempotencyKey: KEY });
  assert.equal(send().answer.error.code, "provider_egress_failed");
  const { place, answer } = send();
  assert.equal(answer.status, "retired");
  assert.equal(addressIn(world, financialAddressId).status, answer.status);
  const again = send();
  assert.deepEqual([again.place, again.answer], [place, answer]);
});
