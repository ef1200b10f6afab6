/** Decision table of financial_address.enable, and how its ending stays what it was. */
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
import { at, close, freeze } from "../../../test/world/parties.ts";
import { assertShows, openWorld } from "../../../test/world/world.ts";
import { financialAddressEnable } from "./financial_address.enable.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";
import { financialAddressRetrieve } from "./financial_address_noun.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

const ALLOWED = ["disabled"] as const;

decisionTable(financialAddressEnable, {
  given(world) {
    const { financialAddressId, accountId } = disabledAddress(world);
    return { financialAddressId, accountId };
  },
  input: ({ financialAddressId }) => ({ financialAddressId }),
  rows: [
    {
      title: "disabled",
      outcome: "active when the provider has accepted, with its details, as GET shows it",
      reply: {
        status: "active",
        revision: 4,
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
      title: "active",
      input: ({ world }) => ({ financialAddressId: activeAddress(world).financialAddressId }),
      ...forbidden("active", ALLOWED),
    },
    {
      title: "of a frozen account",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      code: "financial_address_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "of a closed account",
      given: ({ world, accountId }) => close(world, accountId),
      code: "financial_address_account_status_forbidden",
      details: { status: "closed" },
    },
    ...barredRows(ALLOWED, { other: financialAddressRetire, status: "disabled" }),
    ...providerRows("disabled"),
  ],
});

test("enable: unknown, then the same key, and again after it was changed -> asked again, then the same bytes", async () => {
  const world = await openWorld();
  const { financialAddressId } = disabledAddress(world);
  arm(world, "fail");
  const send = () =>
    changed(world, financialAddressEnable, { financialAddressId }, { idempotencyKey: KEY });
  assert.equal(send().answer.error.code, "provider_egress_failed");
  const { place, answer } = send();
  assert.equal(answer.status, "active");
  changed(world, financialAddressRetire, { financialAddressId });
  const again = send();
  assert.deepEqual([again.place, again.answer], [place, answer]);
});
