/** account.freeze.list: the history of freezes. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  at,
  createAccount,
  freeze,
  freezeAsPlatform,
  openAccount,
} from "../../../test/world/parties.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { sandboxPlatformFreezeLift } from "../sandbox/sandbox.platform_freeze.lift.ts";
import { accountFreezeList } from "./account.freeze.list.ts";
import { accountUnfreeze } from "./account.unfreeze.ts";

type Period = { freezeId: string; plane: string; mode: string; reason: string; from: string };

decisionTable(accountFreezeList, {
  given: (world) => ({ accountId: createAccount(world).accountId, other: openAccount(world) }),
  input: ({ accountId }) => ({ accountId }),
  stepMs: 1_000,
  rows: [
    {
      title: "ended and standing freezes, one of each plane",
      given({ world, accountId, other }) {
        freeze(world, accountId, "debits");
        freezeAsPlatform(world, accountId, "all");
        freezeAsPlatform(world, other, "all");
        world.made(sandboxPlatformFreezeLift, { accountId });
      },
      outcome: "each once, newest first, by any pages",
      async check({ reply: { items } }, { world, accountId }) {
        assert.deepEqual(
          items.map(({ freezeId: _id, reason: _why, ...period }: Period) => period),
          [
            { plane: "platform", mode: "all", from: at(4_000), to: at(6_000) },
            { plane: "tenant", mode: "debits", from: at(3_000) },
          ],
        );
        const page = await world.found(accountFreezeList, { accountId, limit: "1" });
        const next = { accountId, limit: "1", cursor: page.nextCursor };
        const rest = await world.found(accountFreezeList, next);
        assert.deepEqual([...page.items, ...rest.items], items);
        assert.equal(rest.nextCursor, undefined);
      },
    },
    {
      title: "createdFrom after the freeze",
      given: ({ world, accountId }) => freeze(world, accountId, "all"),
      input: { createdFrom: "2026-02-01T00:00:00Z" },
      outcome: "none",
      reply: { items: [] },
    },
    ...UNKNOWN_ACCOUNTS,
    {
      title: "cursor of another account",
      given({ world, other }) {
        for (let times = 0; times < 2; times++) {
          freeze(world, other, "all");
          world.made(accountUnfreeze, { accountId: other });
        }
      },
      async input({ world, other }) {
        const page = await world.found(accountFreezeList, { accountId: other, limit: "1" });
        return { cursor: page.nextCursor };
      },
      code: "invalid_request",
    },
  ],
});
