/** Decision table of financial_address.disable, and how its ending stays what it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  barredRows,
  forbidden,
  providerRows,
} from "../../../test/support/features/financial_address/address_change_rows.ts";
import {
  activeAddress,
  changed,
  disabledAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, freeze } from "../../../test/world/parties.ts";
import { assertShows, openWorld } from "../../../test/world/world.ts";
import { financialAddressDisable } from "./financial_address.disable.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";
import { financialAddressRetrieve } from "./financial_address_noun.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

const ALLOWED = ["active"] as const;

decisionTable(financialAddressDisable, {
  given(world) {
    const { financialAddressId, accountId } = activeAddress(world);
    return { financialAddressId, accountId };
  },
  input: ({ financialAddressId }) => ({ financialAddressId }),
  rows: [
    {
      title: "active",
      outcome: "disabled when the provider has accepted, with its details, as GET shows it",
      reply: {
        status: "disabled",
        revision: 3,
        actor: { type: "provider", id: "provider" },
        statusTransitions: { pendingAt: at(0), activeAt: at(0), disabledAt: at(0) },
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
      title: "of a frozen account",
      given: ({ world, accountId }) => freeze(world, accountId, "all"),
      outcome: "disabled",
      reply: { status: "disabled" },
    },
    {
      title: "disabled already",
      input: ({ world }) => ({ financialAddressId: disabledAddress(world).financialAddressId }),
      ...forbidden("disabled", ALLOWED),
    },
    ...barredRows(ALLOWED, { other: financialAddressRetire, status: "active" }),
    ...providerRows("active"),
  ],
});

test("disable: unknown, then the same key, and again after it was changed -> asked again, then the same bytes", async () => {
  const world = await openWorld();
  const { financialAddressId } = activeAddress(world);
  arm(world, "fail");
  const send = () =>
    changed(world, financialAddressDisable, { financialAddressId }, { idempotencyKey: KEY });
  assert.equal(send().answer.error.code, "provider_egress_failed");
  const { place, answer } = send();
  assert.equal(answer.status, "disabled");
  changed(world, financialAddressRetire, { financialAddressId });
  const again = send();
  assert.deepEqual([again.place, again.answer], [place, answer]);
});
