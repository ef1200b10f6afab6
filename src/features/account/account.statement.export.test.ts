/** A month as a file: columns, quoting, cells that a spreadsheet could run, and the JSON form. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { exported, payDaily } from "../../../test/support/features/statement/statements.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { DAY_MS, openAccount, platformAccount, transfer } from "../../../test/world/parties.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountStatementExport } from "./account.statement.export.ts";

const HEADER =
  "timestamp,transferId,kind,counterpartyAccountId,description,debit,credit,balance,currency,externalId\r\n";

type Given = ReturnType<typeof payDaily>;

decisionTable(accountStatementExport, {
  given: (world: World) => payDaily(world, 40),
  input: ({ source }) => ({ accountId: source, month: "2026-02" }),
  rows: [
    ...["2026-01", "2026-02", "2026-04"].map(
      (month): Row<never, Given> => ({
        title: `${month} as JSON`,
        input: { month },
        outcome: "the file's text, its name, digest and size",
        async check({ reply }, { world, source }) {
          const { filename, text } = await exported(world, source, month);
          assert.deepEqual(reply, {
            csv: text,
            filename,
            sha256: createHash("sha256").update(text).digest("hex"),
            sizeBytes: Buffer.byteLength(text),
            partial: month === "2026-04",
          });
        },
      }),
    ),
    {
      title: "a month without entries, not sealed yet",
      input: { month: "2026-04" },
      outcome: "the header alone, and a name that says so",
      check: ({ reply, input }) =>
        assert.deepEqual(
          [reply.csv, reply.filename],
          [HEADER, `statement-${input["accountId"]}-2026-04-partial.csv`],
        ),
    },
    {
      title: "entries after a month was sealed",
      outcome: "the same text as before",
      async check({ reply }, { world, source, destination }) {
        for (let more = 0; more < 300; more++) transfer(world, source, destination, "1");
        assert.equal((await exported(world, source, "2026-02")).text, reply.csv);
      },
    },
    ...UNKNOWN_ACCOUNTS,
    {
      title: "a month before the account",
      input: { month: "2025-12" },
      code: "statement_evidence_incomplete",
    },
    {
      title: "a month to come",
      input: { month: "2027-12" },
      code: "statement_evidence_incomplete",
    },
  ],
});

test("account.statement.export: both sides of a transfer -> a debit there, a credit here", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 10n });
  const destination = openAccount(world);
  world.nowMs += DAY_MS;
  const made = transfer(world, source, destination, "3", { externalId: "order-1" });
  world.nowMs += 60 * DAY_MS;
  const lineOf = async (account: string) =>
    (await exported(world, account, "2026-02")).text.split("\r\n")[1];
  const start = `${made.createdAt},${made.transferId},book`;
  assert.equal(await lineOf(source), `${start},${destination},,3,,7,EUR,order-1`);
  assert.equal(await lineOf(destination), `${start},${source},,,3,3,EUR,order-1`);
  assert.match((await exported(world, source, "2026-02")).filename, /-2026-02\.csv$/);
});

/** The cell of a description in the file. */
const CELLS: [description: string, cell: string][] = [
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["＝1", "'＝1"],
  ['=cmd|"/c calc"', `"'=cmd|""/c calc"""`],
  ["a,b", '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ["two\nlines", '"two\nlines"'],
  ["-", "'-"],
  [" =1", " =1"],
  ["Zoë 😀", "Zoë 😀"],
];

test("account.statement.export: text that a spreadsheet would run or misread -> text; amounts stay", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  for (const [description] of CELLS) transfer(world, source, destination, "1", { description });
  const { text } = await exported(world, source, "2026-01");
  for (const [, cell] of CELLS) assert.ok(text.includes(`,${cell},1,,`), cell);
  const ofPlatform = await exported(world, platformAccount(world), "2026-01");
  assert.match(ofPlatform.text.split("\r\n")[1] ?? "", /,,100,,-100,EUR,$/);
});
