/** Decision table of account.freeze. */
import assert from "node:assert/strict";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import {
  at,
  close,
  createAccount,
  freeze,
  freezeAsPlatform,
  platformAccount,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { accountFreezeList } from "./account.freeze.list.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountUnfreeze } from "./account.unfreeze.ts";
import { accountRetrieve } from "./account_resource.ts";
import type { Account } from "./account_schema.ts";

type Given = { account: Account };
type Freeze = Account["freezes"][number];

const MODES = [
  ["debits", "all"],
  ["all", "debits"],
] as const;
const FREEZE = { mode: "debits", reason: "chargeback" };

decisionTable(accountFreeze, {
  given: (world: World): Given => ({ account: createAccount(world) }),
  input: ({ account: { accountId } }) => ({ accountId, ...FREEZE }),
  stepMs: 1_000,
  rows: [
    {
      title: "open",
      outcome: "frozen on the tenant's plane, as GET shows it",
      reply: { status: "frozen" },
      async check({ reply }, { world, account: { accountId, createdAt } }) {
        const [{ freezeId, ...standing }] = reply.freezes;
        assert.match(freezeId, /^frz_/);
        assert.deepEqual(standing, { plane: "tenant", ...FREEZE, since: reply.updatedAt });
        const times = { openAt: createdAt, frozenAt: reply.updatedAt };
        assert.deepEqual(reply.statusTransitions, times);
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "unknown account",
      input: { accountId: "acct_unknown" },
      code: "account_not_found",
    },
    {
      title: "account of the platform",
      input: ({ world }) => ({ accountId: platformAccount(world) }),
      code: "account_not_found",
    },
    {
      title: "frozen by the tenant in the same mode",
      given: ({ world, account: { accountId } }) => freeze(world, accountId, "debits"),
      code: "account_status_forbidden",
      details: {
        status: "frozen",
        plane: "tenant",
        mode: "debits",
        allowed: ["open", "frozen"],
      },
    },
    ...MODES.map(
      ([before, mode]): Row<never, Given> => ({
        title: `frozen by the tenant in mode ${before}, now ${mode}`,
        given: ({ world, account: { accountId } }) => freeze(world, accountId, before),
        input: { mode },
        outcome: "the mode changed in one step, both freezes in the history",
        reply: { status: "frozen", revision: 3 },
        async check({ reply, facts }, { world, account: { accountId } }) {
          assert.deepEqual(
            reply.freezes.map(({ freezeId: _, ...standing }: Freeze) => standing),
            [{ plane: "tenant", mode, reason: "chargeback", since: at(3_000) }],
          );
          assert.equal(reply.statusTransitions.frozenAt, at(2_000));
          assert.deepEqual(
            facts.map(({ kind }) => kind),
            ["account.frozen.1"],
          );
          await assertShows(world, accountRetrieve, { accountId }, reply);
          const { items } = await world.found(accountFreezeList, { accountId });
          assert.deepEqual(
            items.map(({ mode, from, to }: Record<string, string>) => [mode, from, to]),
            [
              [mode, at(3_000), undefined],
              [before, at(2_000), at(3_000)],
            ],
          );
          assert.equal(world.made(accountUnfreeze, { accountId }).status, "open");
        },
      }),
    ),
    {
      title: "frozen by the platform",
      given: ({ world, account: { accountId } }) => freezeAsPlatform(world, accountId, "debits"),
      outcome: "both freezes stand",
      reply: { status: "frozen" },
      check: ({ reply }) =>
        assert.deepEqual(
          reply.freezes.map(({ plane }: Freeze) => plane),
          ["platform", "tenant"],
        ),
    },
    {
      title: "closed",
      given: ({ world, account: { accountId } }) => close(world, accountId),
      code: "account_status_forbidden",
      details: { status: "closed", allowed: ["open", "frozen"] },
    },
    { title: "a reason of 200", input: { reason: "r".repeat(200) }, outcome: "frozen" },
    { title: "a reason of 201", input: { reason: "r".repeat(201) }, code: "invalid_request" },
    { title: "an unknown mode", input: { mode: "credits" }, code: "invalid_request" },
  ],
});
