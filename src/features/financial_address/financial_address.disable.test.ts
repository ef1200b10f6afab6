/** Decision table of financial_address.disable, and how its ending stays what it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  ALIAS,
  activeAddress,
  addressIn,
  changed,
  disabledAddress,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, freeze, openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, openWorld } from "../../../test/world/world.ts";
import { financialAddressDisable } from "./financial_address.disable.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";
import { financialAddressRetrieve } from "./financial_address_noun.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

const forbidden = (status: string) =>
  ({
    code: "financial_address_lifecycle_status_forbidden",
    details: { status, allowed: ["active"] },
  }) as const;

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
      ...forbidden("disabled"),
    },
    {
      title: "pending",
      input: ({ world }) => ({
        financialAddressId: activeAddress(world, openAccount(world), ALIAS).financialAddressId,
      }),
      ...forbidden("pending"),
    },
    {
      title: "retired",
      given: ({ world, financialAddressId }) =>
        changed(world, financialAddressRetire, { financialAddressId }),
      ...forbidden("retired"),
    },
    {
      title: "failed",
      given: ({ world }) => arm(world, "reject"),
      input({ world }) {
        const { financialAddressId } = waitingAddress(world);
        world.passTime();
        return { financialAddressId };
      },
      ...forbidden("failed"),
    },
    {
      title: "its provider is asked to change it, and has not answered",
      given({ world, financialAddressId }) {
        arm(world, "timeout");
        changed(world, financialAddressRetire, { financialAddressId });
      },
      ...forbidden("active"),
    },
    ...unknownIds({
      field: "financialAddressId",
      code: "financial_address_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
    {
      title: "a provider that refuses",
      given: ({ world }) => arm(world, "reject"),
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check: (_came, { world, financialAddressId }) =>
        assert.deepEqual(
          [addressIn(world, financialAddressId).status, addressIn(world, financialAddressId).asked],
          ["active", undefined],
        ),
    },
    ...(["fail", "timeout"] as const).map((mode) => ({
      title: `a provider in mode ${mode}`,
      given: ({ world }: { world: Parameters<typeof arm>[0] }) => arm(world, mode),
      code: "provider_egress_failed" as const,
      details: { provider: "simulator" },
    })),
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
