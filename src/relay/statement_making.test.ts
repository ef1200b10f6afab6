/** Files of exports, made from a snapshot: which statements are in that of a Product, and what leaves no file. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { otherAmount } from "../../test/support/features/statement/statements.ts";
import {
  advanceClock,
  DAY_MS,
  fund,
  openAccount,
  platformAccount,
  transfer,
} from "../../test/world/parties.ts";
import { alteredView } from "../../test/world/reading.ts";
import { openWorld, type World } from "../../test/world/world.ts";
import { decodeIdSuffix, suffixOf } from "../base/id.ts";
import type { RecordSpot, Snapshot } from "../contract/tables/snapshot.ts";
import {
  STATEMENT_FORMAT_NAMES,
  type StatementFormat,
} from "../contract/values/statement_formats.ts";
import { productTimeZoneTell } from "../features/product/product.time_zone.tell.ts";
import type { StatementExportDocument } from "../features/statement_export/statement_export_document.ts";
import { zoneTableOf } from "../rails/zone_offsets.ts";
import { makeStatementExport } from "./statement_making.ts";

const folder = mkdtempSync(join(tmpdir(), "statement-making-"));
after(() => rmSync(folder, { recursive: true }));

const MONTH = "2026-02";
const NAME = "Wallets & more";
const FORMATS = STATEMENT_FORMAT_NAMES.filter((format) => format !== "csv");

type Asked = Pick<StatementExportDocument, "scope" | "id" | "format"> & { month?: string };

/** What came of an export, with the bytes of its file, which is deleted. */
async function made(
  world: World,
  { scope, id, format, month = MONTH }: Asked,
  altered?: (view: Snapshot) => Partial<Snapshot>,
) {
  const view = await world.snapshot();
  const realm = world.realmOf(world.caller);
  const times = { createdAtMs: world.nowMs, updatedAtMs: world.nowMs, revision: 1 };
  const came = makeStatementExport({
    snapshot: altered === undefined ? view : alteredView(view, altered(view)),
    document: {
      ...{ realm, statementExportId: "sxp_1", scope, id, month, format, ...times },
      ...{ status: "pending", partial: false, changedBy: "" },
    },
    productId: world.principal.productId,
    productName: NAME,
    folder,
    nowMs: world.nowMs,
    check() {},
    onFault(cause) {
      throw cause;
    },
  });
  const files = readdirSync(folder);
  const bytes = files.map((file) => readFileSync(join(folder, file)));
  for (const file of files) rmSync(join(folder, file));
  return { came, files, bytes: Buffer.concat(bytes) };
}

const ofProduct = ({ principal }: World, format: StatementFormat): Asked => ({
  ...{ scope: "product", id: principal.productId, format },
});

/** Time goes by, for the clock of the sandbox too. */
function passDays(world: World, days: number): void {
  world.nowMs += days * DAY_MS;
  advanceClock(world, new Date(world.nowMs).toISOString());
}

/** In February one account pays another; beside them there are others of every kind. */
async function productOfFebruary() {
  const world = await openWorld();
  const payer = openAccount(world, { fundedMinor: 1_000n });
  const drained = openAccount(world, { fundedMinor: 5n });
  const empty = openAccount(world);
  const resting = openAccount(world, { currency: "JPY", fundedMinor: 9n });
  transfer(world, drained, payer, "5");
  passDays(world, 1);
  const payee = openAccount(world);
  const through = openAccount(world);
  transfer(world, payer, payee, "7");
  transfer(world, payer, through, "3");
  const last = transfer(world, through, payee, "3").transferId;
  passDays(world, 40);
  const later = openAccount(world, { fundedMinor: 2n });
  const outside = ["EUR", "JPY"].map((currency) => platformAccount(world, currency));
  const stated = [payer, resting, payee, through, ...outside].sort();
  return { world, stated, last, not: [drained, empty, later] };
}

test("statement making: a Product as MT940 -> the files of its accounts that have an entry or a balance, one after another", async () => {
  const { world, stated } = await productOfFebruary();
  const { came, bytes } = await made(world, ofProduct(world, "mt940"));
  const single = [];
  let entryCount = 0;
  for (const id of stated) {
    const one = await made(world, { scope: "account", id, format: "mt940" });
    assert.ok("made" in one.came);
    entryCount += one.came.made.entryCount;
    single.push(one.bytes.toString());
  }
  assert.equal(bytes.toString(), single.join(""));
  assert.ok("made" in came);
  assert.deepEqual([came.made.entryCount, came.made.partial], [entryCount, false]);
  assert.equal(entryCount, 6);
});

for (const [format, names] of [
  ["camt053", /<AddtlStmtInf>(acct_\w+)/g],
  ["ofx", /<TRNUID>(acct_\w+)/g],
] as const) {
  test(`statement making: a Product as ${format} -> each such account once, in the order of the ids, and no other`, async () => {
    const { world, stated, not } = await productOfFebruary();
    const text = (await made(world, ofProduct(world, format))).bytes.toString();
    assert.deepEqual(
      [...text.matchAll(names)].map(([, accountId]) => accountId),
      stated,
    );
    for (const accountId of not) assert.ok(!text.includes(accountId));
    if (format === "camt053") assert.ok(text.includes("<Nm>Wallets &amp; more</Nm>"));
  });
}

for (const format of FORMATS) {
  test(`statement making: ${format} of a Product in which nothing has happened -> failed, and no file; as CSV the header alone`, async () => {
    const world = await openWorld();
    const accountId = openAccount(world);
    passDays(world, 40);
    const { came, files } = await made(world, ofProduct(world, format));
    assert.ok("failure" in came);
    assert.deepEqual([came.failure.code, files], ["empty", []]);
    const csv = await made(world, ofProduct(world, "csv"));
    assert.equal(csv.bytes.toString().split("\r\n").length, 2);
    const own = await made(world, { scope: "account", id: accountId, format });
    assert.ok("made" in own.came);
  });
}

const FAULTS = {
  rows: () => false,
  reconciliation: otherAmount,
} satisfies Record<string, (spot: RecordSpot) => boolean>;
for (const [code, change] of Object.entries(FAULTS)) {
  test(`statement making: a Product with a fault of one account -> failed with ${code}, and no file, in each format`, async () => {
    const { world, last } = await productOfFebruary();
    const { place: damaged } = decodeIdSuffix(suffixOf("tr", last) ?? "") ?? {};
    for (const format of FORMATS) {
      const { came, files } = await made(world, ofProduct(world, format), (view) => ({
        pointAt(place, spot) {
          const isThere = view.pointAt(place, spot);
          return isThere && place === damaged ? change(spot) : isThere;
        },
      }));
      assert.ok("failure" in came);
      assert.deepEqual([came.failure.code, files], [code, []]);
    }
  });
}

test("statement making: MT940 of a Product, an amount of one account that is too long -> failed, names the account, and no file", async () => {
  const { world } = await productOfFebruary();
  const rich = openAccount(world);
  fund(world, rich, 10n ** 14n);
  const { came, files } = await made(world, { ...ofProduct(world, "mt940"), month: "2026-03" });
  assert.ok("failure" in came);
  assert.deepEqual([came.failure.code, files], ["format", []]);
  assert.match(came.failure.reason, /^acct_\w+: MT940 has amounts/);
});

test("statement making: the clock of a sandbox is moved, and the wall clock stands -> months by the clock, each opens with what the one before closed with", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world);
  for (const at of ["2026-02-15", "2026-03-15", "2026-04-02"]) {
    for (let count = 0; count < 3; count++) transfer(world, source, destination, "100");
    advanceClock(world, `${at}T00:00:00.000Z`);
  }
  const balances = [];
  for (const month of ["2026-01", "2026-02", "2026-03", "2026-04"]) {
    const { came, bytes } = await made(world, { ...ofProduct(world, "mt940"), month });
    assert.ok("made" in came);
    const [, opening, closing] =
      new RegExp(
        `:25:${source.replace("_", "-")}[^]*?:60F:C\\d{6}EUR([\\d,]+)[^]*?:62[FM]:C\\d{6}EUR([\\d,]+)`,
      ).exec(bytes.toString()) ?? [];
    balances.push([opening, closing, came.made.partial]);
  }
  assert.deepEqual(balances, [
    ["0,00", "7,00", false],
    ["7,00", "4,00", false],
    ["4,00", "1,00", false],
    ["1,00", "1,00", true],
  ]);
});

test("statement making: a Product of live, in the time zone of its company -> its months and its days are those of the zone", async () => {
  const world = await openWorld({ environment: "live" });
  const zone = zoneTableOf("Europe/Berlin", world.nowMs);
  world.made(productTimeZoneTell, { zone }, { cause: "platform" });
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world);
  // Days go by the zone from the month after on: January ends with UTC.
  const of = new Map<string, string>();
  for (const at of ["2026-02-28T22:59:59.000Z", "2026-02-28T23:30:00.000Z"]) {
    world.nowMs = Date.parse(at);
    of.set(at, transfer(world, source, destination, "1").transferId);
  }
  const [february = "", march = ""] = of.values();
  for (const [month, own, other, from, day] of [
    ["2026-02", february, march, "2026-02-01T01:00:00.000+01:00", "2026-02-28"],
    ["2026-03", march, february, "2026-03-01T00:00:00.000+01:00", "2026-03-01"],
  ] as const) {
    const { bytes } = await made(world, { ...ofProduct(world, "camt053"), month });
    const text = bytes.toString();
    assert.equal(text.split(own).length - 1, 2, month);
    assert.ok(!text.includes(other));
    for (const said of [`<FrDtTm>${from}`, `<Dt>${day}</Dt>`, "days of Europe/Berlin"]) {
      assert.ok(text.includes(said), `${month}: ${said}`);
    }
  }
});
