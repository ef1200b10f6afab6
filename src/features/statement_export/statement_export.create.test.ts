/** Decision table of statement_export.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { monthBefore, monthOf } from "../calendar_month.ts";
import { statementExportCreate } from "./statement_export.create.ts";
import { STATEMENT_EXPORT_MAKING } from "./statement_export_making.ts";
import { statementExportRetrieve } from "./statement_export_noun.ts";

const HOUR_MS = 3_600_000;
const monthIn = ({ nowMs }: World) => monthOf(nowMs);
const nextMonth = ({ nowMs }: World) => monthOf(nowMs + 40 * 24 * HOUR_MS);

decisionTable(statementExportCreate, {
  given: (world: World) => ({ accountId: openAccount(world) }),
  input: ({ world, accountId }) => ({ scope: "account", id: accountId, month: monthIn(world) }),
  rows: [
    {
      title: "the present month of an account",
      outcome: "pending, partial, as CSV, and owed",
      reply: {
        status: "pending",
        partial: true,
        format: "csv",
        mediaType: "text/csv",
        revision: 1,
      },
      check({ reply, facts }, { world, accountId }) {
        assert.equal(reply.filename, `statement-${accountId}-${monthIn(world)}-partial.csv`);
        const owed = facts.filter(({ kind }) => kind === "effect.owed.1");
        assert.equal(owed.length, 1);
        assert.match(JSON.stringify(owed), new RegExp(STATEMENT_EXPORT_MAKING.kind));
        const { statementExportId } = reply;
        return assertShows(world, statementExportRetrieve, { statementExportId }, reply);
      },
    },
    {
      title: "a month that is sealed",
      given: ({ world }) => {
        world.nowMs += 62 * 24 * HOUR_MS;
      },
      input: ({ world }, base) => ({ ...base, month: monthBefore(monthIn(world)) }),
      outcome: "pending, not partial",
      reply: { status: "pending", partial: false },
      check: ({ reply }) => assert.doesNotMatch(String(reply.filename), /partial/),
    },
    {
      title: "the Product",
      input: ({ world }) => ({ scope: "product", id: world.principal.productId }),
      outcome: "pending",
      reply: { scope: "product", status: "pending" },
    },
    {
      title: "another Product",
      input: { scope: "product", id: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "an account as a Product",
      input: { scope: "product" },
      code: "resource_not_found",
    },
    ...unknownIds({
      field: "accountId",
      inputOf: (id) => ({ id }),
      code: "account_not_found",
      create: (world, caller) => openAccount(world, { caller }),
    }),
    {
      title: "a month that has not begun",
      input: ({ world }) => ({ month: nextMonth(world) }),
      code: "statement_evidence_incomplete",
      details: { missing: ["month"] },
    },
    {
      title: "a month that was over before the account was there",
      input: ({ world }) => ({ month: monthBefore(monthIn(world)) }),
      code: "statement_evidence_incomplete",
      details: { missing: ["account"] },
    },
    {
      title: "a month that was over before the Product was there",
      input: ({ world }) => ({
        ...{ scope: "product", id: world.principal.productId },
        month: "1970-01",
      }),
      code: "statement_evidence_incomplete",
      details: { missing: ["product"] },
    },
    {
      title: "the Product as a bank statement",
      input: ({ world }) => ({
        ...{ scope: "product", id: world.principal.productId, format: "camt053" },
      }),
      outcome: "pending",
      reply: { scope: "product", format: "camt053", status: "pending" },
    },
    { title: "the whole company", input: { scope: "tenant" }, code: "invalid_request" },
    { title: "a format that there is not", input: { format: "xls" }, code: "invalid_request" },
  ],
});

test("statement_export.create: twice the same -> two exports", async () => {
  const world = await openWorld();
  const input = { scope: "account", id: openAccount(world), month: monthIn(world) };
  const [one, other] = [1, 2].map(() => world.made(statementExportCreate, input));
  assert.notEqual(one?.statementExportId, other?.statementExportId);
});
