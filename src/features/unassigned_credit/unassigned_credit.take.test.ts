/** Decision table of unassigned_credit.take, which the outbox asks for. */
import assert from "node:assert/strict";
import { PLATFORM } from "../../../test/support/features/provider/providers.ts";
import {
  assigning,
  creditIn,
  TOLD,
  taken,
} from "../../../test/support/features/unassigned_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { unassignedCreditTake } from "./unassigned_credit.take.ts";

const LONG = "x".repeat(128);
const OTHER_ADDRESS = "iban GB29NWBK60161331926819";

decisionTable(unassignedCreditTake, {
  input: () => TOLD,
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "a new one",
      outcome: "unassigned, as it was told",
      reply: { status: "unassigned", revision: 1, verdict: "unassigned" },
      check(_result, { world }) {
        const { realm: _, createdAtMs, updatedAtMs, ...credit } = creditIn(world);
        assert.deepEqual(credit, { ...TOLD, status: "unassigned", revision: 1 });
        assert.equal(createdAtMs, updatedAtMs);
      },
    },
    {
      title: "the same, by other news",
      given: ({ world }) => taken(world),
      input: { newsId: "n-2", remittance: "another text" },
      outcome: "twice, and the first news stays",
      reply: { revision: 1, verdict: "twice" },
      check: (_result, { world }) => assert.equal(creditIn(world).newsId, "n-1"),
    },
    ...[{ amount: "12051" }, { currency: "USD" }, { sentTo: OTHER_ADDRESS }].map((other) => ({
      title: `the same reference with another ${Object.keys(other)[0]}`,
      given: ({ world }: { world: World }) => taken(world),
      input: { newsId: "n-2", ...other },
      outcome: "contradictory: the first holds, and the other is kept beside it",
      reply: { status: "unassigned", revision: 2, verdict: "contradictory" },
      check(_result: unknown, { world }: { world: World }) {
        const { amount, currency, sentTo, contradiction } = creditIn(world);
        const facts = { amount: TOLD.amount, currency: TOLD.currency, sentTo: TOLD.sentTo };
        assert.deepEqual({ amount, currency, sentTo }, facts);
        assert.deepEqual(contradiction, { newsId: "n-2", ...facts, ...other });
      },
    })),
    {
      title: "the same contradiction again",
      given({ world }) {
        taken(world);
        taken(world, { newsId: "n-2", amount: "1" });
      },
      input: { newsId: "n-3", amount: "1" },
      outcome: "contradictory, and nothing changes",
      reply: { revision: 2, verdict: "contradictory" },
      check: (_result, { world }) => assert.equal(creditIn(world).contradiction?.newsId, "n-2"),
    },
    {
      title: "one that the operator has assigned, told again",
      given: ({ world }) => assigning(world),
      outcome: "twice",
      reply: { status: "assigning", verdict: "twice" },
    },
    {
      title: "the same reference of another bank",
      given: ({ world }) => taken(world),
      input: { provider: "second-bank" },
      outcome: "another credit",
      reply: { verdict: "unassigned" },
    },
    {
      title: "a currency that the platform does not have, and the longest reference",
      input: { currency: "XXX", reference: LONG },
      outcome: "unassigned: no money is lost",
      reply: { verdict: "unassigned" },
      check: (_result, { world }) => assert.equal(creditIn(world, LONG).currency, "XXX"),
    },
    { title: "a longer reference", input: { reference: `${LONG}x` }, code: "invalid_request" },
    { title: "no money", input: { amount: "0" }, code: "invalid_request" },
  ],
});
