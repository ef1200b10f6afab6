/** Decision table of bank_statement.note, which the outbox asks for on the first ledger shard. */
import assert from "node:assert/strict";
import { IN_PLATFORM_REALM } from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { bankStatementNote } from "./bank_statement.note.ts";
import { statementsIn } from "./bank_statement_state.ts";

const ACCOUNT = { provider: "file-bank", currency: "EUR", account: "DE02120300000000202051" };
const STATEMENT = {
  ...{ ...ACCOUNT, closingMinor: "-1250", closedOn: "2026-01-05" },
  ...{ statedAtMs: 1_000, messageId: "S-1" },
};
const note = (world: World, more: object = {}) =>
  world.made(bankStatementNote, { ...STATEMENT, ...more } as never, IN_PLATFORM_REALM);

/** Closing balances and days, as a view shows them. */
async function shownIn(world: World) {
  const snapshot = await world.snapshot();
  const realm = world.realmOf(IN_PLATFORM_REALM.caller);
  return statementsIn(snapshot, () => realm).map(
    ({ currency, closingMinor, closedOn, revision }) => [
      ...[currency, closingMinor, closedOn, revision],
    ],
  );
}

decisionTable(bankStatementNote, {
  given: (world: World) => ({ world }),
  input: () => STATEMENT,
  asking: () => IN_PLATFORM_REALM,
  stepMs: 1_000,
  rows: [
    {
      title: "the first one",
      outcome: "it is on record",
      reply: { isNewest: true },
      async check(_result, { world }) {
        assert.deepEqual(await shownIn(world), [["EUR", "-1250", "2026-01-05", 1]]);
      },
    },
    {
      title: "the same again",
      given: ({ world }) => note(world),
      outcome: "nothing more",
      reply: { isNewest: false },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "one of a later day",
      given: ({ world }) => note(world, { closedOn: "2026-01-04", statedAtMs: 9_000 }),
      outcome: "it takes the place of the other",
      reply: { isNewest: true },
      async check(_result, { world }) {
        assert.deepEqual(await shownIn(world), [["EUR", "-1250", "2026-01-05", 2]]);
      },
    },
    {
      title: "one of an earlier day, that comes late",
      given: ({ world }) => note(world, { closedOn: "2026-01-06", closingMinor: "7" }),
      outcome: "the newer one stays",
      reply: { isNewest: false },
      async check(_result, { world }) {
        assert.deepEqual(await shownIn(world), [["EUR", "7", "2026-01-06", 1]]);
      },
    },
    {
      title: "one of the same day, which the bank made later",
      given: ({ world }) => note(world, { closingMinor: "7", statedAtMs: 999 }),
      outcome: "it takes the place of the other",
      reply: { isNewest: true },
      async check(_result, { world }) {
        assert.deepEqual(await shownIn(world), [["EUR", "-1250", "2026-01-05", 2]]);
      },
    },
    {
      title: "one of another currency and another account",
      given({ world }) {
        note(world, { currency: "USD" });
        note(world, { account: "DE89370400440532013000" });
      },
      outcome: "it stands beside the others",
      reply: { isNewest: true },
      check: async (_result, { world }) => assert.equal((await shownIn(world)).length, 3),
    },
  ],
});
