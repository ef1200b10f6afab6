/** What is on record of the money at a bank: each credit once, the sums of days, and what its external accounts have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BANK,
  DAY_MS,
  FakeShard,
  LIVE,
  MONDAY,
  OTHER_LIVE,
  SANDBOX,
} from "../../test/support/relay/fake_shard.ts";
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { ShardView } from "../views/shard_view.ts";
import { type DaySums, dayTable, moneyAt } from "./credit_book.ts";

const TUESDAY = MONDAY + DAY_MS;
const mayRead = () => undefined;

const read = (...shards: FakeShard[]) =>
  moneyAt(
    BANK,
    shards.map(({ view }) => view),
    mayRead,
  );
const transferAt = (atMs: number) => `tr_${encodeIdSuffix(atMs, 0, placeOf(9, 0), 0)}`;
const NO_SUMS = {
  ...{ credits: 0n, creditsReturned: 0n, payouts: 0n, payoutsReturned: 0n },
  ...{ collections: 0n, collectionsReturned: 0n },
};

test("credit book: external accounts of all shards and realms of live -> by currency what each says that the bank has", async () => {
  const one = new FakeShard(0)
    .account(LIVE, BANK, { debits: 900n, credits: 200n })
    .account(LIVE, BANK, { debits: 5n, currency: "USD" })
    .account(LIVE, BANK, { debits: 50n, role: "product_operating" })
    .account(LIVE, "other-bank", { debits: 60n })
    .account(SANDBOX, BANK, { debits: 70n });
  const other = new FakeShard(1)
    .account(OTHER_LIVE, BANK, { debits: 1n, credits: 4n })
    .account(LIVE, BANK, { credits: 8n, currency: "USD" });
  const { external } = await read(one, other);
  assert.deepEqual(Object.fromEntries(external), { EUR: 697n, USD: -3n });
});

const CREDITS: [what: string, more: object, state: string, isContradicted: boolean][] = [
  ["on an account", {}, "received", false],
  ["in suspense", { status: "suspended" }, "received", false],
  ["moved out of suspense", { status: "assigned" }, "received", false],
  ["going back", { status: "returning" }, "returning", false],
  ["sent back", { status: "returned" }, "returned", false],
  ["told again otherwise", { contradiction: { amountMinor: "9" } }, "received", true],
];
for (const [what, more, state, isContradicted] of CREDITS) {
  test(`credit book: a received credit ${what} -> ${state}${isContradicted ? ", contradicted" : ""}`, async () => {
    const { credits } = await read(new FakeShard(0).credit(LIVE, "cr-1", more));
    assert.deepEqual(
      [...credits.values()],
      [
        {
          ...{ creditReference: "cr-1", amount: "100", currency: "EUR", state, isContradicted },
          home: { shard: 0, realm: LIVE },
        },
      ],
    );
  });
}

const NOBODYS: [status: string, state: string][] = [
  ["unassigned", "nobodys"],
  ["assigning", "nobodys"],
  ["assigned", "received"],
  ["returned", "returned"],
];
for (const [status, state] of NOBODYS) {
  test(`credit book: a credit of nobody that is ${status} -> ${state}`, async () => {
    const { credits } = await read(new FakeShard(0).nobodys("cr-1", { status }));
    assert.equal(credits.get("cr-1")?.state, state);
  });
}

test("credit book: credits of sandbox, of other banks, and of nobody on another shard -> not of this bank", async () => {
  const first = new FakeShard(0)
    .credit(SANDBOX, "cr-1")
    .credit(LIVE, "cr-2", { provider: "other-bank" })
    .nobodys("cr-3", { provider: `${BANK}-2` })
    .nobodys("cr-4");
  const second = new FakeShard(1).nobodys("cr-5").credit(OTHER_LIVE, "cr-6");
  const { credits } = await read(first, second);
  assert.deepEqual([...credits.keys()].sort(), ["cr-4", "cr-6"]);
});

test("credit book: nobody's, and on an account by now -> once, as the account has it", async () => {
  const shard = new FakeShard(0)
    .credit(LIVE, "cr-1", { status: "suspended" })
    .nobodys("cr-1", { status: "assigning" });
  const { credits } = await read(shard);
  assert.deepEqual(
    [...credits.values()].map((one) => [one.state, one.amount]),
    [["received", "100"]],
  );
});

test("credit book: more rows than are read at once -> each once", async () => {
  const shard = new FakeShard(0);
  const references = Array.from({ length: 1_001 }, (_, at) => `cr-${at}`);
  for (const reference of references) shard.credit(LIVE, reference);
  const { credits, days } = await read(shard);
  assert.deepEqual([...credits.keys()].sort(), references.sort());
  assert.equal(days[0]?.credits, 100_100n);
});

test("credit book: what moved on two days in two currencies -> the sums of each, newest first", async () => {
  const payout = (key: string, reachedAtMs: object, more: object = {}) => [
    key,
    { provider: BANK, amountMinor: "30", currency: "EUR", reachedAtMs, ...more },
  ];
  const collection = (key: string, more: object) => [
    key,
    { provider: BANK, amountMinor: "1", currency: "EUR", ...more },
  ];
  const shard = new FakeShard(0)
    .credit(LIVE, "cr-1", { reachedAtMs: { returned: TUESDAY }, status: "returned" })
    .credit(LIVE, "cr-2", { currency: "USD", amountMinor: "5" });
  for (const [key, value] of [
    payout("po-1", { posted: MONDAY, returned: TUESDAY }),
    payout("po-2", { posted: TUESDAY }),
    payout("po-3", { created: TUESDAY, failed: TUESDAY }),
    payout("po-4", { posted: MONDAY }, { provider: "other-bank" }),
  ] as [string, object][]) {
    shard.put(LEDGER_TABLE.payout, LIVE, key, value);
  }
  for (const [key, value] of [
    collection("col-1", {
      transferId: transferAt(MONDAY),
      returnTransferId: transferAt(TUESDAY),
    }),
    collection("col-2", { transferId: transferAt(MONDAY) }),
    collection("col-3", {}),
    collection("col-4", { transferId: transferAt(MONDAY), provider: undefined }),
  ] as [string, object][]) {
    shard.put(LEDGER_TABLE.collection, LIVE, key, value);
  }
  const { days } = await read(shard);
  const tuesday = { creditsReturned: 100n, payouts: 30n, payoutsReturned: 30n };
  assert.deepEqual(days, [
    { ...NO_SUMS, day: "2026-01-06", currency: "EUR", ...tuesday, collectionsReturned: 1n },
    {
      ...{ ...NO_SUMS, day: "2026-01-05", currency: "EUR" },
      ...{ credits: 100n, payouts: 30n, collections: 2n },
    },
    { ...NO_SUMS, day: "2026-01-05", currency: "USD", credits: 5n },
  ]);
});

test("credit book: the views are about to be closed -> rejected, no view is read afterwards", async () => {
  const shard = new FakeShard(0).credit(LIVE, "cr-1");
  const { view } = shard;
  let reads = 0;
  const ascend: ShardView["ascend"] = (...range) => {
    reads++;
    return view.ascend(...range);
  };
  const counted = Object.create(view, { ascend: { value: ascend } }) as ShardView;
  const closing = () => {
    throw new Error("the server stops");
  };
  await assert.rejects(moneyAt(BANK, [counted], closing), /the server stops/);
  assert.equal(reads, 0);
});

const DAYS: readonly DaySums[] = [
  {
    ...{ day: "2026-01-06", currency: "EUR", credits: 1_000n, creditsReturned: 100n },
    ...{ payouts: 300n, payoutsReturned: 20n, collections: 7n, collectionsReturned: 2n },
  },
  { ...NO_SUMS, day: "2026-01-05", currency: "USD", payouts: 5n },
];

test("day table: two days -> aligned columns, and what the bank then had more or less", () => {
  assert.deepEqual(
    dayTable(DAYS, 2).map((line) => line.trim().split(/ {2,}/)),
    [
      ["day", "currency", "credits", "sent back", "payouts"].concat([
        "came back",
        "debits",
        "taken back",
        "net",
      ]),
      ["2026-01-06", "EUR", "1000", "100", "300", "20", "7", "2", "625"],
      ["2026-01-05", "USD", "0", "0", "5", "0", "0", "0", "-5"],
    ],
  );
  const widths = new Set(dayTable(DAYS, 2).map(({ length }) => length));
  assert.equal(widths.size, 1);
});

test("day table: more days than are shown -> the newest, after the headings", () => {
  assert.deepEqual(dayTable(DAYS, 1).length, 2);
  assert.match(String(dayTable(DAYS, 1)[1]), /2026-01-06/);
});
