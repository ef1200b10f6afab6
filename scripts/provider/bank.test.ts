/** The reference provider as a bank: addresses and payouts, asked over HTTP by the exchange of the platform. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { PROVIDER_KINDS } from "../../src/contract/messages/provider_kinds.ts";
import type {
  ProviderAttempt,
  ProviderEffect,
  ProviderNews,
} from "../../src/contract/messages/provider_protocol.ts";
import { controlProvider } from "../../test/support/provider.ts";
import { providerMembers } from "../../test/support/provider_members.ts";
import {
  bankEffects,
  effectOf,
  exchangeOf,
  platformOf,
  providerOf,
} from "../../test/support/scripts/provider/reference.ts";
import { ProviderBook } from "./book.ts";
import type { Decisions } from "./decisions.ts";

const { open, change, send, cancel, collect, check } = bankEffects;
const NOTHING: Decisions = {
  ...{ verification: "nothing", address: "nothing", payout: "nothing" },
  ...{ credit_return: "nothing", collection: "nothing", payee_check: "nothing" },
};

/** A bank, and the platform that it tells its news. */
async function bankOf(t: TestContext, decisions: Partial<Decisions> = {}) {
  const platform = await platformOf(t);
  const provider = await providerOf(t, { newsUrl: platform.url, kind: "bank", decisions });
  const exchange = exchangeOf(t);
  const { target } = provider;
  return {
    ...{ ...provider, platform, exchange },
    sent: (effect: ProviderEffect) => exchange.attempt({ ...target, effect, asksFirst: false }),
    asked: (effect: ProviderEffect) => exchange.ask(target, effect),
  };
}

/** News by the effect that they are about: those of several effects come in any order. */
const byEffect = (news: readonly ProviderNews[]): Record<string, ProviderNews> =>
  Object.fromEntries(news.map((one) => ["effectId" in one ? one.effectId : "", one]));

const saidOf = (attempt: ProviderAttempt | undefined) =>
  attempt?.result === "accepted" ? attempt.status : attempt?.result;

test("reference bank: an address is opened -> processing, then active with details of its own; told so", async (t) => {
  const { sent, asked, platform } = await bankOf(t);
  const answers = [await sent(open(1)), await sent(open(2)), await sent(open(3, US))];
  assert.deepEqual(answers.map(saidOf), ["processing", "processing", "processing"]);
  const told = byEffect(await platform.until(3));
  const second = { iban: "DE66999999990000000002", bic: "REFPDEF0XXX" };
  assert.deepEqual(told["preq_1"]?.details, { iban: "DE93999999990000000001", bic: second.bic });
  assert.deepEqual(told["preq_2"]?.details, second);
  const account = { routingNumber: "110000000", accountNumber: "0000000003" };
  assert.deepEqual(told["preq_3"]?.details, account);
  const known = await asked(open(2));
  assert.deepEqual(known?.result === "accepted" && known.details, second);
});
const US = { type: "us_account", country: "US", currency: "USD" };

test("reference bank: an address is disabled, enabled, retired -> done when it is answered; of an unknown opening, and in another country -> refused", async (t) => {
  const { sent, platform } = await bankOf(t);
  await sent(open(1));
  await platform.until(1);
  const changes = (["disable", "enable", "retire"] as const).map((action, at) =>
    change(10 + at, action, "preq_1"),
  );
  const said = [];
  for (const effect of changes) said.push(saidOf(await sent(effect)));
  assert.deepEqual(said, ["disabled", "active", "retired"]);
  const strange = await sent(change(20, "retire", "preq_9"));
  assert.equal(strange.result === "refused" && strange.providerCode, "unknown_address");
  const abroad = await sent(open(30, { country: "US" }));
  assert.equal(abroad.result === "refused" && abroad.providerCode, "country_unsupported");
});

const PAYOUTS = [
  { decision: "posted", told: ["posted"] },
  { decision: "failed", told: ["failed"] },
  { decision: "returned", told: ["posted", "returned"] },
] as const;

for (const { decision, told } of PAYOUTS) {
  test(`reference bank: told to decide ${decision} -> a payout is told ${told.join(", then ")}`, async (t) => {
    const { sent, asked, platform } = await bankOf(t, { payout: decision });
    assert.equal(saidOf(await sent(send(1))), "processing");
    const news = await platform.until(told.length);
    const statuses = news.map(({ status }) => status);
    assert.deepEqual(statuses, told);
    assert.equal(saidOf(await asked(send(1))), told.at(-1));
  });
}

const COLLECTIONS = [
  { decision: "collected", told: ["collected"] },
  { decision: "failed", told: ["failed"] },
  { decision: "returned", told: ["collected", "returned"] },
] as const;

for (const { decision, told } of COLLECTIONS) {
  test(`reference bank: told to decide ${decision} -> a collection is told ${told.join(", then ")}`, async (t) => {
    const { sent, asked, platform } = await bankOf(t, { collection: decision });
    assert.equal(saidOf(await sent(collect(1))), "processing");
    const news = await platform.until(told.length);
    const statuses = news.map(({ status }) => status);
    assert.deepEqual(statuses, told);
    assert.equal(saidOf(await asked(collect(1))), told.at(-1));
  });
}

test("reference bank: a payout is cancelled before it is decided -> both cancelled, told; posted by hand later -> stays cancelled", async (t) => {
  const { sent, asked, platform, baseUrl, book } = await bankOf(t, NOTHING);
  await sent(send(1));
  assert.equal(saidOf(await sent(cancel(2, "preq_1"))), "cancelled");
  assert.equal(saidOf(await asked(send(1))), "cancelled");
  const [news] = await platform.until(1);
  assert.ok(news !== undefined && "effectId" in news);
  assert.deepEqual([news.effectId, news.status], ["preq_1", "cancelled"]);
  const outcome = { outcome: "posted" };
  assert.equal(await controlProvider(baseUrl, "effects/preq_1/outcome", outcome), 200);
  assert.equal(saidOf(await asked(send(1))), "cancelled");
  assert.equal(saidOf(await sent(cancel(3, "preq_1"))), "cancelled");
  assert.deepEqual(book.undecided, []);
});

for (const status of ["posted", "failed", "returned"]) {
  test(`reference bank: a payout that is ${status} is cancelled -> refused, too late`, async (t) => {
    const { sent, asked, baseUrl } = await bankOf(t, NOTHING);
    await sent(send(1));
    await controlProvider(baseUrl, "effects/preq_1/outcome", { outcome: status });
    const answer = await sent(cancel(2, "preq_1"));
    assert.equal(answer.result === "refused" && answer.providerCode, "too_late");
    assert.equal(saidOf(await asked(send(1))), status);
  });
}

test("reference bank: a payout that was refused is cancelled -> refused, too late", async (t) => {
  const { sent, faults } = await bankOf(t);
  faults.arm("reject", 1);
  assert.equal((await sent(send(1))).result, "refused");
  const answer = await sent(cancel(2, "preq_1"));
  assert.equal(answer.result === "refused" && answer.providerCode, "too_late");
});

test("reference bank: a cancel overtakes its payout, and a start comes between -> remembered; the payout is cancelled when it comes", async (t) => {
  const { sent, asked, bookPath } = await bankOf(t, { payout: "posted" });
  assert.equal(saidOf(await sent(cancel(2, "preq_1"))), "cancelled");
  const later = new ProviderBook(bookPath);
  t.after(() => later.close());
  assert.ok(later.isCancelled("preq_1"));
  assert.equal(saidOf(await sent(send(1))), "cancelled");
  assert.equal(saidOf(await asked(send(1))), "cancelled");
  const again = new ProviderBook(bookPath);
  t.after(() => again.close());
  assert.equal(again.accepted("preq_1")?.progress.status, "cancelled");
});

test("reference bank: killed right after a cancel was accepted -> the payout is cancelled in its book, and nothing is decided", async (t) => {
  const { sent, bookPath } = await bankOf(t, NOTHING);
  await sent(send(1));
  const book = new ProviderBook(bookPath);
  t.after(() => book.close());
  book.accept(cancel(2, "preq_1"), 1_000, {
    progress: { status: "cancelled", occurredAtMs: 1_000 },
  });
  const after = new ProviderBook(bookPath);
  t.after(() => after.close());
  assert.equal(after.accepted("preq_1")?.progress.status, "cancelled");
  assert.deepEqual(after.undecided, []);
});

const CHECKS = [
  { decision: "matched", named: {} },
  { decision: "close_match", named: { accountName: "Charles and Partners" } },
  { decision: "no_match", named: {} },
  { decision: "unavailable", named: {} },
] as const;

for (const { decision, named } of CHECKS) {
  test(`reference bank: told to decide ${decision} -> a payee is so in the answer${"accountName" in named ? ", with the name of the account" : ""}; nothing is told`, async (t) => {
    const { sent, asked, book } = await bankOf(t, { payee_check: decision });
    const answer = await sent(check(1));
    assert.equal(saidOf(answer), decision);
    const { accountName } = answer as { accountName?: string };
    assert.deepEqual(accountName === undefined ? {} : { accountName }, named);
    const later = await asked(check(1));
    assert.deepEqual(
      [saidOf(later), (later as { accountName?: string }).accountName],
      [decision, accountName],
    );
    assert.deepEqual([book.untold.length, book.undecided], [0, []]);
  });
}

test("reference bank: a payee is decided by hand, later -> told without a name, and the first holds", async (t) => {
  const { sent, asked, platform, baseUrl } = await bankOf(t, NOTHING);
  assert.equal(saidOf(await sent(check(1))), "processing");
  const decide = (outcome: string) =>
    controlProvider(baseUrl, "effects/preq_1/outcome", { outcome, accountName: "Charles X" });
  assert.equal(await decide("posted"), 400);
  assert.equal(await decide("close_match"), 200);
  assert.equal(await decide("matched"), 200);
  const told = await platform.until(2);
  assert.deepEqual(
    told.map(({ status, ...news }) => [status, "accountName" in news]),
    [
      ["close_match", false],
      ["matched", false],
    ],
  );
  assert.equal(saidOf(await asked(check(1))), "close_match");
});

test("reference bank: told to reject a payee -> refused, the same when it comes again", async (t) => {
  const { sent, asked, faults } = await bankOf(t);
  faults.arm("reject", 1);
  for (const answer of [await sent(check(1)), await asked(check(1))]) {
    assert.equal(answer?.result === "refused" && answer.providerCode, "rejected_by_request");
  }
});

/** Faults of news, by the effect that meets one: what the platform is told, in any order. */
const NEWS_FAULTS: [mode: string, effect: ProviderEffect, statuses: string[]][] = [
  ["news_early", send(1), ["posted"]],
  ["news_early", open(1), ["active"]],
  ["news_twice", send(1), ["posted", "posted"]],
  ["news_contradictory", send(1), ["failed", "posted"]],
  ["news_contradictory", open(1), ["active", "failed"]],
  ["news_early", collect(1), ["collected"]],
  ["news_contradictory", collect(1), ["collected", "failed"]],
  ["news_unknown", send(1), ["posted", "posted"]],
];

/** What holds of each kind, whatever was told against it. */
const HOLDS: Record<string, string> = {
  ...{ payout: "posted", address: "active", collection: "collected" },
};

for (const [mode, effect, statuses] of NEWS_FAULTS) {
  test(`reference bank: told ${mode}, of kind ${effect.kind} -> the platform hears ${statuses.join(", ")}, and the first holds`, async (t) => {
    const { sent, asked, platform, baseUrl } = await bankOf(t);
    await controlProvider(baseUrl, "faults", { mode, count: 1 });
    await sent(effect);
    if (mode === "news_early") assert.equal(platform.news.length, 1);
    const told = await platform.until(statuses.length);
    assert.deepEqual(told.map(({ status }) => status).sort(), statuses);
    assert.equal(saidOf(await asked(effect)), HOLDS[effect.kind]);
  });
}

test("reference bank: decided by hand -> by the kind of the effect; an address with its details, or those that are given", async (t) => {
  const { sent, platform, baseUrl } = await bankOf(t, NOTHING);
  for (const number of [1, 2]) await sent(open(number));
  await sent(send(3));
  await sent(collect(4));
  const decide = (effectId: string, outcome: object) =>
    controlProvider(baseUrl, `effects/${effectId}/outcome`, outcome);
  assert.equal(await decide("preq_3", { outcome: "active" }), 400);
  assert.equal(await decide("preq_1", { outcome: "posted" }), 400);
  assert.equal(await decide("preq_4", { outcome: "posted" }), 400);
  assert.equal(await decide("preq_4", { outcome: "returned", reason: "md06" }), 200);
  assert.equal(await decide("preq_9", { outcome: "verified" }), 400);
  assert.equal(await decide("preq_1", { outcome: "active" }), 200);
  const details = { iban: "wrong" };
  assert.equal(await decide("preq_2", { outcome: "active", details }), 200);
  assert.equal(await decide("preq_3", { outcome: "failed", reason: "closed" }), 200);
  const told = byEffect(await platform.until(4));
  assert.equal(told["preq_4"]?.reason, "md06");
  assert.match(told["preq_1"]?.details?.iban ?? "", /^DE\d{20}$/);
  assert.deepEqual(told["preq_2"]?.details, details);
  assert.equal(told["preq_3"]?.reason, "closed");
});

test("reference bank: its book -> lines of all kinds, which the platform reads", async (t) => {
  const { sent, exchange, target } = await bankOf(t, NOTHING);
  for (const effect of [open(1), send(2), cancel(3, "preq_2"), collect(4)]) await sent(effect);
  const page = await exchange.page(target, PROVIDER_KINDS.bank);
  assert.ok("effects" in page);
  assert.deepEqual(
    page.effects.map((line) => [line.effectId, line.result === "accepted" && line.status]),
    [
      ["preq_1", "processing"],
      ["preq_2", "cancelled"],
      ["preq_3", "cancelled"],
      ["preq_4", "processing"],
    ],
  );
});

test("reference provider: an effect of a kind that it does not serve -> 400, nothing in its book", async (t) => {
  const { sent, book } = await bankOf(t);
  assert.equal((await sent(effectOf(1))).httpStatus, 400);
  const { target, book: other } = await providerOf(t);
  const attempt = await exchangeOf(t).attempt({ ...target, effect: send(1), asksFirst: false });
  assert.equal(attempt.httpStatus, 400);
  assert.equal(book.size + other.size, 0);
});

const CREDITORS: Record<string, object> = {
  sepa: { name: "Charles", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  ach: { name: "Charles", routingNumber: "110000000", accountNumber: "1", accountType: "checking" },
  wire: { name: "Charles", routingNumber: "110000000", accountNumber: "1", accountType: "savings" },
  fps: { name: "Charles", sortCode: "000099", accountNumber: "12345678" },
};
const { mandate: MANDATE } = collect(1).request;
const HOLDER = { type: "customer", id: "cust_1", name: "Ada" };
type Made = (members: Record<string, unknown>) => ProviderEffect;
const asHolder: Made = (holder) => open(1, { holder });
const ofRequest =
  (effect: ProviderEffect): Made =>
  (request) => ({ ...effect, request });
const whole = (effect: ProviderEffect): [object, Made] => [effect.request, ofRequest(effect)];

/** Each message of the platform to a bank with all of its members, and the effect that has it so. */
const MESSAGES: [message: string, members: object, made: Made][] = [
  ["request (address, open)", ...whole(open(1))],
  ["holder", HOLDER, asHolder],
  ["request (address, later)", ...whole(change(1, "disable", "preq_0"))],
  ["request (payout, send)", ...whole(send(1, { description: "Invoice 7" }))],
  ["request (payout, cancel)", ...whole(cancel(1, "preq_0"))],
  ...Object.entries(CREDITORS).map(([rail, creditor]): (typeof MESSAGES)[number] => [
    `creditor`,
    creditor,
    (members) => send(1, { rail, creditor: members }),
  ]),
  ["request (payee_check)", ...whole(check(1))],
  ...Object.entries(CREDITORS).map(([rail, payee]): (typeof MESSAGES)[number] => [
    "payee",
    payee,
    (members) => check(1, { rail, payee: members }),
  ]),
  ["request (collection)", ...whole(collect(1, { description: "Rent of May" }))],
  ["mandate", MANDATE as object, (mandate) => collect(1, { mandate })],
  ...["sepa", "ach"].map((rail): (typeof MESSAGES)[number] => [
    "debtor",
    CREDITORS[rail] as object,
    (debtor) => collect(1, { rail, debtor }),
  ]),
];

test("reference bank: a message without a member that the protocol requires -> 400; without another -> understood", async (t) => {
  const { sent, book } = await bankOf(t);
  let effects = 0;
  const named = new Map<string, Set<string>>();
  for (const [message, members, made] of MESSAGES) {
    const given = members as Record<string, unknown>;
    const names = named.get(message) ?? new Set();
    named.set(message, names);
    for (const { member, required } of providerMembers(message)) {
      if (!(member in given)) continue;
      names.add(member);
      const { [member]: _left, ...rest } = given;
      const effect = made(rest);
      const rail = String(effect.request["rail"]);
      const isRequired = required === "yes" || required.includes(`\`${rail}\``);
      const effectId = `preq_${++effects}`;
      const { httpStatus } = await sent({ ...effect, effectId });
      const what = `${message} without ${member}`;
      assert.equal(httpStatus === 400, isRequired, what);
      const isKept = book.accepted(effectId) ?? book.refused(effectId);
      assert.equal(isKept === undefined, isRequired, what);
    }
  }
  for (const [message, names] of named) {
    const all = providerMembers(message).map(({ member }) => member);
    assert.deepEqual([...names].sort(), [...all].sort(), message);
  }
});
