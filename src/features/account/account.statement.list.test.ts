/** The months of an account's statements. */
import assert from "node:assert/strict";
import { payDaily } from "../../../test/support/features/statement/statements.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { SEAL_AFTER_MS } from "../calendar_month.ts";
import { accountStatementList } from "./account.statement.list.ts";

type Row = { month: string; evidence: { status: string; sealedAt?: string } };
const END_OF_MAY_MS = Date.UTC(2026, 5, 1);

/** The two newest months at moments around the end of a month. */
const SEALS = [
  { name: "a millisecond before its end", nowMs: END_OF_MAY_MS - 1, expected: ["open", "sealed"] },
  { name: "its end", nowMs: END_OF_MAY_MS, expected: ["open", "open"] },
  {
    name: "a millisecond before its seal",
    nowMs: END_OF_MAY_MS + SEAL_AFTER_MS - 1,
    expected: ["open", "open"],
  },
  { name: "its seal", nowMs: END_OF_MAY_MS + SEAL_AFTER_MS, expected: ["open", "sealed"] },
];

decisionTable(accountStatementList, {
  given: (world) => payDaily(world, 60),
  input: ({ source }) => ({ accountId: source }),
  rows: [
    {
      title: "an account of 100 days",
      outcome: "its months, newest first, by any pages",
      async check({ reply, input }, { world }) {
        assert.deepEqual(
          reply.items.map(({ month, evidence }: Row) => [
            month,
            evidence.status,
            evidence.sealedAt,
          ]),
          [
            ["2026-05", "open", undefined],
            ["2026-04", "sealed", "2026-05-01T00:05:00.000Z"],
            ["2026-03", "sealed", "2026-04-01T00:05:00.000Z"],
            ["2026-02", "sealed", "2026-03-01T00:05:00.000Z"],
            ["2026-01", "sealed", "2026-02-01T00:05:00.000Z"],
          ],
        );
        assert.deepEqual(await listAll(world, accountStatementList, input), reply.items);
      },
    },
    ...SEALS.map(({ name, nowMs, expected }) => ({
      title: `a month at ${name}`,
      given({ world }: { world: { nowMs: number } }) {
        world.nowMs = nowMs;
      },
      outcome: expected.join(", "),
      check: ({ reply }: { reply: { items: Row[] } }) =>
        assert.deepEqual(
          reply.items.slice(0, 2).map(({ evidence }) => evidence.status),
          expected,
        ),
    })),
    ...UNKNOWN_ACCOUNTS,
  ],
});
