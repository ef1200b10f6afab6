/** Decision table of platform.beneficiary.erase. */
import assert from "node:assert/strict";
import {
  beneficiaryIn,
  made,
  onBook,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import {
  cancelPayout,
  decidePayout,
  pay,
  payoutIn,
} from "../../../test/support/features/payout/payouts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { balanceOf, createCustomer, openAccount } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { beneficiaryRetrieve } from "../beneficiary/beneficiary.retrieve.ts";
import { BENEFICIARY_KEY_DESTRUCTION } from "../beneficiary/beneficiary_erasure.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformBeneficiaryErase } from "./platform.beneficiary.erase.ts";

const prepared = { user: "ada/1000" };
const reason = "asked by the payee, ticket 8";
const note = { kind: OPERATOR_NOTED, ...prepared, reason };
/** The amount of which the simulator waits until a test says what becomes of it. */
const WAITS = "9905";
const kindsOf = (facts: readonly { kind: string }[]) => facts.map(({ kind }) => kind);

type Given = { world: World; source: string };

/** A payout to the beneficiary `mill` that its bank has. */
function underWay({ world, source }: Given): string {
  const payout = pay(world, { source, beneficiaryId: "mill" }, WAITS);
  assert.equal(payout["status"], "processing");
  return String(payout["payoutId"]);
}

const erase = (world: World, beneficiaryId: string) =>
  world.made(platformBeneficiaryErase, { beneficiaryId, reason }, { prepared });

decisionTable(platformBeneficiaryErase, {
  async given(world) {
    const source = openAccount(world, { fundedMinor: 1_000_000n });
    await made(world, { beneficiaryId: "mill", nickname: "Paper" });
    return { source };
  },
  input: () => ({ beneficiaryId: "mill", reason }),
  asking: () => ({ prepared }),
  stepMs: 1_000,
  rows: [
    {
      title: "of somebody else, by the chosen id",
      outcome: "archived, without name, nickname, mask and numbers; the key is to be destroyed",
      async check({ reply, facts }, { world }) {
        assert.deepEqual(Object.keys(reply), ["beneficiaryId", "erasedAt"]);
        const [fact, ...others] = facts;
        assert.deepEqual(kindsOf(others), [OPERATOR_NOTED, "effect.owed.1", "effect.owed.1"]);
        assert.equal(fact?.kind, "beneficiary.archived.1");
        const {
          beneficiaryId,
          erasedKeyName: keyName = "",
          ...kept
        } = beneficiaryIn(world, "mill");
        assert.match(keyName, /^benkey_[0-9a-f]{32}$/);
        assert.ok(!("sealed" in kept));
        const payload = { beneficiaryId, keyName };
        const effect = { kind: BENEFICIARY_KEY_DESTRUCTION.kind, payload };
        assert.deepEqual(facts[2], { kind: "effect.owed.1", index: 0, effect });
        const shown = await world.found(beneficiaryRetrieve, { beneficiaryId: "mill" });
        assert.deepEqual(
          [shown.name, shown.destination, shown.status, shown.erasedAt],
          ["", {}, "archived", reply.erasedAt],
        );
        assert.ok(!("nickname" in shown) && !JSON.stringify(shown).includes(keyName));
      },
    },
    {
      title: "of one that was archived before, by the id that was made",
      given: ({ world }) => world.made(beneficiaryArchive, { beneficiaryId: "mill" }),
      input: ({ world }) => ({ beneficiaryId: beneficiaryIn(world, "mill").beneficiaryId }),
      outcome: "emptied, and told as a change; the answer has the chosen id",
      reply: { beneficiaryId: "mill" },
      check: ({ facts }) => assert.equal(facts[0]?.kind, "beneficiary.erased.1"),
    },
    {
      title: "of one that its bank is asked about, of the company itself",
      async given({ world }) {
        await made(world, { beneficiaryId: "own", ownerType: "tenant", name: "Acme (no answer)" });
      },
      input: { beneficiaryId: "own" },
      outcome: "archived, and the bank is asked no more",
      check: ({ facts }) =>
        assert.deepEqual(kindsOf(facts).slice(0, 2), [
          "beneficiary.archived.1",
          "provider_request.abandoned.1",
        ]),
    },
    {
      title: "of one over the book",
      given: ({ world }) => onBook(world, { beneficiaryId: "booked" }),
      input: { beneficiaryId: "booked" },
      outcome: "emptied; there is no key to destroy",
      check({ facts }, { world }) {
        assert.deepEqual(kindsOf(facts).slice(1), [OPERATOR_NOTED, "effect.owed.1"]);
        assert.ok(!("erasedKeyName" in beneficiaryIn(world, "booked")));
      },
    },
    {
      title: "a second time",
      given: ({ world }) => erase(world, "mill"),
      outcome: "the time of the first; nothing changes, and the key is destroyed again",
      check({ reply, facts }, { world }) {
        const { erasedAtMs = 0, erasedKeyName: keyName } = beneficiaryIn(world, "mill");
        assert.equal(reply.erasedAt, new Date(erasedAtMs).toISOString());
        assert.deepEqual(kindsOf(facts), [OPERATOR_NOTED, "effect.owed.1"]);
        assert.ok(JSON.stringify(facts[1]).includes(`"keyName":"${keyName}"`));
      },
    },
    {
      title: "payouts to it have ended, and one of them comes back later",
      given({ world, source }) {
        const posted = underWay({ world, source });
        decidePayout(world, posted, "posted");
        cancelPayout(world, underWay({ world, source }));
      },
      outcome: "erased; the payout is returned to the account that paid",
      check(_outcome, { world, source }) {
        const { payoutId = "" } = payoutsTo(world).find(({ status }) => status === "posted") ?? {};
        decidePayout(world, payoutId, "returned");
        assert.equal(payoutIn(world, payoutId).status, "returned");
        assert.equal(balanceOf(world, source).posted, "1000000");
      },
    },
    {
      title: "unknown",
      input: { beneficiaryId: "nobody" },
      code: "resource_not_found",
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      title: "the reserved one",
      input: { beneficiaryId: "revenue" },
      code: "beneficiary_id_reserved",
    },
    {
      title: "of a customer",
      async given({ world }) {
        const { customerId } = createCustomer(world);
        await made(world, { beneficiaryId: "ada", ownerType: "customer", ownerId: customerId });
      },
      input: { beneficiaryId: "ada" },
      code: "state_constraint_failed",
      details: { constraint: "beneficiary_of_customer" },
      check({ facts }, { world }) {
        assert.deepEqual(facts, [note]);
        assert.equal(beneficiaryIn(world, "ada").erasedAtMs, undefined);
      },
    },
    {
      title: "a payout to it is under way, among others that have ended",
      given({ world, source }) {
        const payoutId = underWay({ world, source });
        for (const outcome of ["posted", "failed"]) {
          decidePayout(world, underWay({ world, source }), outcome);
        }
        return { payoutId };
      },
      code: "state_constraint_failed",
      details: { constraint: "payouts_ended" },
      check: (_outcome, { world }) => {
        assert.equal(beneficiaryIn(world, "mill").erasedAtMs, undefined);
      },
    },
    { title: "a blank reason", input: { reason: " " }, code: "invalid_request" },
  ],
});

function payoutsTo({ state }: World) {
  return [...state.payouts.values()];
}
