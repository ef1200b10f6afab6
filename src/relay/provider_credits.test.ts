/**
 * Credits of banks over several shards whose views lag, and whose reports may end without an answer: each is taken once.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import type { CreditTarget, ProviderCredit } from "../contract/messages/provider_credit.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { encodeDocument } from "../contract/tables/table.ts";
import { entryOf } from "../features/financial_address/financial_address_noun.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { keyOfUnassigned } from "../features/unassigned_credit/unassigned_credit_document.ts";
import { type CreditView, CreditViews, type NamedCredit } from "./credit_views.ts";
import { NOTED_MS } from "./opened_details.ts";
import { ProviderCredits, REMEMBERED_MAX, UNCERTAIN_MS } from "./provider_credits.ts";
import type { ProviderReport } from "./provider_shard.ts";

const START_MS = Date.UTC(2026, 0, 2);
const PLATFORM_REALM = 3;
const LIVE_REALM = 7;
const BANK = "first-bank";

const suffix = (shard: number, frame: number) =>
  encodeIdSuffix(START_MS, shard, placeOf(frame, 0), 0);

/** A shard that takes credits as its steps do, and a view of it that shows what it had at the last `show`. */
class FakeShard {
  readonly shard: number;
  /** By provider and reference: what was told first. */
  readonly received = new Map<string, string>();
  readonly nobodys = new Map<string, string>();
  readonly reports: ProviderReport[] = [];
  /** Whether the next reports are refused, or their end gets lost before or after they are recorded. */
  fault: "none" | "refuses" | "lost before" | "lost after" = "none";
  #frame = 100;
  #rows = new Map<string, Uint8Array>();
  #shown = new Map<string, Uint8Array>();
  #shownFrame = 100;

  constructor(shard: number) {
    this.shard = shard;
  }

  put(table: number, realm: number, key: string, value: object): void {
    this.#rows.set(`${table}:${realm}:${key}`, encodeDocument(value));
  }

  /** An address of the bank with an IBAN; its id. */
  addAddress(iban: string, provider = BANK): string {
    const key = suffix(this.shard, this.#frame);
    const financialAddressId = `fa_${key}`;
    this.put(LEDGER_TABLE.financialAddress, LIVE_REALM, key, { financialAddressId, provider });
    const row = { key, realm: LIVE_REALM };
    this.put(LEDGER_TABLE.financialAddressByDetails, 0, entryOf({ iban }), row);
    this.put(LEDGER_TABLE.providerRequest, LIVE_REALM, key, {
      ...{ kind: "address", provider, subject: { type: "financial_address" } },
      subject: { type: "financial_address", id: financialAddressId },
    });
    return financialAddressId;
  }

  show(): void {
    this.#shown = new Map(this.#rows);
    this.#shownFrame = this.#frame;
  }

  view(): CreditView {
    const shard = this;
    const view = {
      shard: shard.shard,
      get sequence() {
        return shard.#shownFrame;
      },
      refreshed: () => view,
      realmNumberOf: (key: string) => (key === PLATFORM_REALM_KEY ? PLATFORM_REALM : undefined),
      record: () => ({ realm: LIVE_REALM }),
      get: (table: number, realm: number, key: string) =>
        shard.#shown.get(`${table}:${realm}:${key}`),
    };
    return view as unknown as CreditView;
  }

  async report(report: ProviderReport) {
    await Promise.resolve();
    const { fault } = this;
    this.reports.push(report);
    if (fault === "lost before") throw new Error("its end is not known");
    if (fault === "refuses") return { status: 404, body: "{}" };
    const answer = this.#decided(report);
    if (fault === "lost after") throw new Error("its end is not known");
    return { status: 200, body: JSON.stringify(answer) };
  }

  #decided({ operation, input, realm }: ProviderReport) {
    const { provider, reference, ...told } = input as NamedCredit & Record<string, string>;
    const key = keyOfUnassigned(provider, reference);
    const isNobodys = operation === "unassigned_credit.take";
    const known = isNobodys ? this.nobodys : this.received;
    const facts = `${told["financialAddressId"] ?? told["sentTo"]} ${told["amount"]}`;
    const before = known.get(key);
    const receivedCreditId = `rc_${suffix(this.shard, ++this.#frame)}`;
    if (before !== undefined) {
      return {
        receivedCreditId,
        verdict: before === facts ? "twice" : "contradictory",
      };
    }
    known.set(key, facts);
    if (isNobodys) this.put(LEDGER_TABLE.unassignedCredit, realm, key, { ...input });
    else this.put(LEDGER_TABLE.receivedCreditByReference, 0, key, { key: "k", realm });
    return { receivedCreditId, verdict: isNobodys ? "unassigned" : "credited" };
  }
}

/** Shards, and what takes credits of them. `shows`: what happens when the views are waited for. */
function opened(count = 3, shows: (shards: FakeShard[]) => void = showAll) {
  const shards = Array.from({ length: count }, (_, shard) => new FakeShard(shard));
  const views = new CreditViews();
  for (const shard of shards) views.add(shard.view());
  const noted: string[] = [];
  const clock = { nowMs: START_MS };
  const credits = new ProviderCredits({
    views,
    report: (report) => (shards[report.shard] as FakeShard).report(report),
    shown: async () => shows(shards),
    noted: (verdict, { reference }) => noted.push(`${reference} ${verdict}`),
    nowMs: () => clock.nowMs,
  });
  return { shards, views, credits, noted, clock };
}

function showAll(shards: FakeShard[]): void {
  for (const shard of shards) shard.show();
}

const [FIRST, SECOND, NOBODYS] = ["DE89370400440532013000", "GB29NWBK60161331926819", "XX"];
const iban = (text: string): CreditTarget => ({ address: { iban: text } });

function creditTo(target: CreditTarget, more: Partial<ProviderCredit> = {}): ProviderCredit {
  return {
    ...{ newsId: "n-1", creditReference: "cr-1", amount: "100", currency: "EUR", target },
    ...{ occurredAtMs: START_MS, ...more },
  };
}

test("credit: to an address, by each of its names -> its shard takes it, with its id", async () => {
  const { shards, credits } = opened();
  const id = (shards[1] as FakeShard).addAddress(FIRST);
  showAll(shards);
  const effectId = id.replace("fa_", "preq_");
  const targets: CreditTarget[] = [
    { financialAddressId: id },
    { effectId },
    iban("de89 3704 0044 0532 0130 00"),
  ];
  for (const [at, target] of targets.entries()) {
    const verdict = await credits.take(BANK, creditTo(target, { creditReference: `cr-${at}` }));
    assert.equal(verdict, "credited");
  }
  const reports = shards[1]?.reports ?? [];
  assert.deepEqual(
    reports.map(({ realm, operation, input }) => [realm, operation, input["financialAddressId"]]),
    targets.map(() => [LIVE_REALM, "received_credit.take", id]),
  );
});

test("credit: what is told of the payer -> the end of the account number and no more", async () => {
  const { shards, credits } = opened();
  (shards[0] as FakeShard).addAddress(FIRST);
  showAll(shards);
  const told: [payer: object, kept: object | undefined][] = [
    [
      { name: "Ada", accountNumber: "gb29-NWBK 6819" },
      { name: "Ada", accountNumberMasked: "6819" },
    ],
    [{ accountNumber: "123456" }, { accountNumberMasked: "456" }],
    [{ accountNumber: "a@b" }, { accountNumberMasked: "B" }],
    [{ name: "", accountNumber: "1" }, undefined],
    [{}, undefined],
  ];
  for (const [at, [payer]] of told.entries()) {
    await credits.take(BANK, creditTo(iban(FIRST), { creditReference: `cr-${at}`, payer }));
  }
  assert.deepEqual(
    shards[0]?.reports.map(({ input }) => input["payer"]),
    told.map(([, kept]) => kept),
  );
});

const NOT_TAKEN: [what: string, prepare: (shards: FakeShard[]) => CreditTarget, reason: string][] =
  [
    ["at details that nobody has", () => iban(NOBODYS), "address_unknown"],
    [
      "at an id that nobody has",
      () => ({ financialAddressId: `fa_${suffix(1, 9)}` }),
      "address_unknown",
    ],
    ["at an id that is none", () => ({ effectId: "preq_1" }), "address_unknown"],
    [
      "at another bank's address",
      ([, shard]) => {
        shard?.addAddress(FIRST, "second-bank");
        return iban(FIRST);
      },
      "address_unknown",
    ],
    [
      "at details of two shards",
      ([one, other]) => {
        one?.addAddress(FIRST);
        other?.addAddress(FIRST);
        return iban(FIRST);
      },
      "address_ambiguous",
    ],
    [
      "at an address whose shard refuses it",
      ([, shard]) => {
        shard?.addAddress(FIRST);
        (shard as FakeShard).fault = "refuses";
        return iban(FIRST);
      },
      "not_taken",
    ],
  ];

for (const [what, prepare, reason] of NOT_TAKEN) {
  test(`credit: ${what} -> nobody's, on the first shard, because of ${reason}`, async () => {
    const { shards, credits, noted } = opened();
    const target = prepare(shards);
    showAll(shards);
    assert.equal(await credits.take(BANK, creditTo(target)), "unassigned");
    const [last] = shards[0]?.reports.slice(-1) ?? [];
    assert.deepEqual([last?.realm, last?.operation], [PLATFORM_REALM, "unassigned_credit.take"]);
    assert.equal(last?.input["reason"], reason);
    assert.deepEqual(noted, ["cr-1 unassigned"]);
  });
}

/** A report by which another shard is told of an address with an IBAN, as its bank has answered. */
const openedReport = (shard: number, text: string) => {
  const progress = { status: "active", details: { iban: text.toLowerCase() } };
  return { shard, input: { providerRequestId: "preq_1", attempt: 1, outcome: { progress } } };
};

test("credit: the bank gives its details to a second address, which no view shows yet -> nobody's, until that address has failed", async () => {
  const { shards, credits, noted, clock } = opened();
  const id = (shards[1] as FakeShard).addAddress(FIRST);
  showAll(shards);
  credits.noteDetails(BANK, openedReport(1, FIRST));
  credits.noteDetails(BANK, openedReport(2, SECOND));
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST))), "credited");
  credits.noteDetails(BANK, openedReport(2, FIRST));
  const to = (target: CreditTarget, creditReference: string) =>
    credits.take(BANK, creditTo(target, { creditReference }));
  assert.equal(await to(iban(FIRST), "cr-2"), "unassigned");
  assert.equal(shards[0]?.reports[0]?.input["reason"], "address_ambiguous");
  assert.equal(await to({ financialAddressId: id }, "cr-3"), "credited");
  clock.nowMs += NOTED_MS + 1;
  credits.look();
  assert.equal(await to(iban(FIRST), "cr-4"), "credited");
  assert.deepEqual(noted, ["cr-2 unassigned"]);
});

test("credit: in a currency that the platform does not have -> nobody's, though the address is known", async () => {
  const { shards, credits } = opened();
  (shards[1] as FakeShard).addAddress(FIRST);
  showAll(shards);
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST), { currency: "QQQ" })), "unassigned");
  assert.equal(shards[0]?.reports[0]?.input["reason"], "currency_unknown");
});

test("credit: its address is on the disk and not yet in the view -> found when the view shows it", async () => {
  const { shards, credits } = opened();
  (shards[2] as FakeShard).addAddress(FIRST);
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST))), "credited");
});

test("credit: again to another shard's address, before and after the views show it -> contradictory where it is, once", async () => {
  const { shards, credits, noted } = opened();
  const [, second, third] = shards as [FakeShard, FakeShard, FakeShard];
  second.addAddress(FIRST);
  third.addAddress(SECOND);
  showAll(shards);
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST))), "credited");
  assert.equal(await credits.take(BANK, creditTo(iban(SECOND))), "contradictory");
  showAll(shards);
  credits.look();
  assert.equal(credits.size, 0);
  assert.equal(await credits.take(BANK, creditTo(iban(SECOND))), "contradictory");
  assert.equal(await credits.take(BANK, creditTo(iban(NOBODYS))), "contradictory");
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST))), "twice");
  assert.deepEqual([second.received.size, third.reports.length], [1, 0]);
  assert.deepEqual(noted, Array(3).fill("cr-1 contradictory"));
});

test("credit: nobody's, and then its address is there -> told twice, and still nobody's", async () => {
  const { shards, credits } = opened();
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST))), "unassigned");
  (shards[1] as FakeShard).addAddress(FIRST);
  showAll(shards);
  credits.look();
  assert.equal(await credits.take(BANK, creditTo(iban(FIRST))), "twice");
  assert.deepEqual(shards[1]?.reports, []);
});

test("credit: the end of its report is not known, told again by another address -> the same shard, until it is too old", async () => {
  const { shards, credits, clock } = opened();
  const [, second, third] = shards as [FakeShard, FakeShard, FakeShard];
  second.addAddress(FIRST);
  third.addAddress(SECOND);
  showAll(shards);
  second.fault = "lost before";
  await assert.rejects(credits.take(BANK, creditTo(iban(FIRST))));
  credits.look();
  await assert.rejects(credits.take(BANK, creditTo(iban(SECOND))));
  assert.deepEqual(third.reports, []);
  clock.nowMs += UNCERTAIN_MS;
  credits.look();
  assert.equal(credits.size, 1);
  clock.nowMs += 1;
  credits.look();
  assert.equal(await credits.take(BANK, creditTo(iban(SECOND))), "credited");
});

test(`credit: ${REMEMBERED_MAX} are remembered, and one more -> cannot be taken now; one that is remembered can`, async () => {
  const { shards, credits } = opened();
  (shards[1] as FakeShard).addAddress(FIRST);
  showAll(shards);
  const take = (number: number) =>
    credits.take(BANK, creditTo(iban(FIRST), { creditReference: `cr-${number}` }));
  for (let number = 0; number < REMEMBERED_MAX; number++) await take(number);
  assert.equal(await take(REMEMBERED_MAX), undefined);
  assert.equal(await take(0), "twice");
  showAll(shards);
  credits.look();
  assert.equal(await take(REMEMBERED_MAX), "credited");
});

const TARGETS = [iban(FIRST), iban(SECOND), iban(NOBODYS)];
const STEPS = fc.array(
  fc.record({
    reference: fc.nat(2),
    target: fc.nat(TARGETS.length - 1),
    amount: fc.integer({ min: 1, max: 2 }),
    faults: fc.array(fc.constantFrom("none", "lost before", "lost after"), {
      minLength: 3,
      maxLength: 3,
    }),
    shown: fc.nat(3),
    isAwaited: fc.boolean(),
    knowsSecond: fc.boolean(),
  }),
  { maxLength: 20 },
);

test("credits: any tellings at once, views that lag, ends that get lost -> each reference is taken once over all shards", async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const { shards, credits } = opened(3, showAll);
      const [, second, third] = shards as [FakeShard, FakeShard, FakeShard];
      second.addAddress(FIRST);
      const told = new Map<string, number>();
      let hasSecond = false;
      const underWay: Promise<unknown>[] = [];
      for (const { reference, target, amount, faults, shown, isAwaited, knowsSecond } of steps) {
        if (knowsSecond && !hasSecond) third.addAddress(SECOND);
        hasSecond ||= knowsSecond;
        for (const [at, shard] of shards.entries()) shard.fault = faults[at] as FakeShard["fault"];
        shards[shown]?.show();
        const name = `cr-${reference}`;
        const to = TARGETS[target] as CreditTarget;
        const more = { creditReference: name, amount: String(amount) };
        const taking = credits.take(BANK, creditTo(to, more)).then(
          (verdict) => {
            if (verdict === "credited" || verdict === "unassigned") {
              told.set(name, (told.get(name) ?? 0) + 1);
            }
          },
          () => {},
        );
        underWay.push(taking);
        if (isAwaited) await taking;
        credits.look();
      }
      await Promise.all(underWay);
      const taken = shards.flatMap(({ received, nobodys }) => [
        ...received.keys(),
        ...nobodys.keys(),
      ]);
      const references = taken.map((one) => one.split(" ")[1]);
      assert.equal(new Set(references).size, references.length, taken.join("; "));
      for (const [name, count] of told) {
        assert.equal(count, 1, name);
        assert.ok(references.includes(name), name);
      }
    }),
  );
});
