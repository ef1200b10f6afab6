/** The desk of news: each answer, who learns what, what is bounded, what is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROVIDER_KINDS, type RequestKind } from "../contract/messages/provider_kinds.ts";
import {
  NEWS_VERDICTS,
  type NewsDelivery,
  type NewsVerdict,
} from "../contract/messages/provider_news.ts";
import {
  PROVIDER_BODY_BYTES_MAX,
  type ProviderNews,
} from "../contract/messages/provider_protocol.ts";
import { signedHeaders } from "../contract/messages/webhook_signature.ts";
import {
  type NamedEffect,
  NEWS_UNDER_WAY_MAX,
  ProviderNewsDesk,
  type ProviderNewsParts,
} from "./provider_news.ts";

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const [NEW, OLD, OTHER] = [secretOf(1), secretOf(2), secretOf(3)];
const NEWS = {
  ...{ newsId: "n-1", effectId: "preq_1", outcome: "verified" },
  occurredAt: "2026-01-02T03:04:00.000Z",
};

type Given = {
  provider?: string;
  secret?: string;
  atMs?: number;
  webhookId?: string;
  news?: object | string;
  change?: Partial<NewsDelivery>;
};

/** News as its provider signs it. */
function delivery(given: Given = {}): NewsDelivery {
  const { provider = "acme", secret = NEW, atMs = NOW_MS, webhookId = "n-1", news } = given;
  const text = typeof news === "string" ? news : JSON.stringify({ ...NEWS, ...news });
  const body = Buffer.from(text);
  const [, id = "", , timestamp = "", , signature = ""] = signedHeaders({ webhookId, atMs, body }, [
    secret,
  ]);
  return { provider, webhookId: id, timestamp, signature, body, ...given.change };
}

type Request = { kind: RequestKind };
/** The effects that a bank was asked for, and the verification of acme. */
const REQUESTS: Readonly<Record<string, Request>> = {
  preq_1: { kind: "verification" },
  preq_address: { kind: "address" },
  preq_payout: { kind: "payout" },
};

/**
 * A desk that knows three providers: of acme the effect `preq_1`, which it calls `chk-1`; of the bank an address and a
 * payout.
 */
function deskWith(more: Partial<ProviderNewsParts<Request>> = {}) {
  const asked: [provider: string, named: NamedEffect][] = [];
  const recorded: ProviderNews[] = [];
  const desk = new ProviderNewsDesk<Request>({
    isOpen: () => true,
    sourceOf(provider) {
      const kinds = PROVIDER_KINDS.verification;
      if (provider === "acme") return { kinds, secrets: [NEW, OLD] };
      if (provider === "bank") return { kinds: PROVIDER_KINDS.bank, secrets: [NEW] };
      return provider === "other" ? { kinds, secrets: [OTHER] } : undefined;
    },
    requestOf(provider, named) {
      asked.push([provider, named]);
      const reference = "effectId" in named ? undefined : named.providerReference;
      const effectId = "effectId" in named ? named.effectId : "preq_1";
      if (provider === "bank") return effectId === "preq_1" ? undefined : REQUESTS[effectId];
      const isKnown = effectId === "preq_1" && (reference ?? "chk-1") === "chk-1";
      return provider === "acme" && isKnown ? REQUESTS["preq_1"] : undefined;
    },
    async record(_request, news) {
      recorded.push(news);
      return "applied";
    },
    takeCredit: () => Promise.reject(new Error("no credit is told here")),
    nowMs: () => NOW_MS,
    ...more,
  });
  return { desk, asked, recorded };
}

const SECONDS = 1_000;
const CASES: [what: string, given: Given, status: number][] = [
  ["signed with the current secret", {}, 200],
  ["signed with the secret before it", { secret: OLD }, 200],
  ["300 seconds old", { atMs: NOW_MS - 300 * SECONDS }, 200],
  ["300 seconds ahead", { atMs: NOW_MS + 300 * SECONDS }, 200],
  ["by its reference", { news: { effectId: undefined, providerReference: "chk-1" } }, 200],
  ["of a provider that nobody knows", { provider: "nobody" }, 404],
  ["301 seconds old", { atMs: NOW_MS - 301 * SECONDS }, 401],
  ["301 seconds ahead", { atMs: NOW_MS + 301 * SECONDS }, 401],
  ["signed with another provider's secret", { secret: OTHER }, 401],
  ["not signed", { change: { signature: "" } }, 401],
  ["without an id", { change: { webhookId: "" } }, 401],
  ["without a time", { change: { timestamp: "" } }, 401],
  ["with another id than it was signed with", { change: { webhookId: "n-2" } }, 401],
  ["with another body than it was signed with", { change: { body: Buffer.from("{}") } }, 401],
  ["no JSON", { news: "{" }, 400],
  ["an outcome that is none", { news: { outcome: "perhaps" } }, 400],
  ["without a time of its own", { news: { occurredAt: undefined } }, 400],
  ["signed with an id that is not its newsId", { webhookId: "n-2" }, 400],
  ["without effect and reference", { news: { effectId: undefined } }, 400],
  ["longer than it may be", { news: { pad: "x".repeat(PROVIDER_BODY_BYTES_MAX) } }, 400],
  ["about an effect that nobody sent", { news: { effectId: "preq_2" } }, 404],
  ["about another provider's effect", { provider: "other", secret: OTHER }, 404],
  [
    "by another provider's reference",
    {
      ...{ provider: "other", secret: OTHER },
      news: { effectId: undefined, providerReference: "chk-1" },
    },
    404,
  ],
];

const ofBank = (effectId: string, outcome: string, more: object = {}): Given => ({
  provider: "bank",
  news: { effectId, outcome, ...more },
});
const OF_BANK: typeof CASES = [
  ["of an address, active", ofBank("preq_address", "active"), 200],
  ["of a payout, posted", ofBank("preq_payout", "posted"), 200],
  ["of both kinds, failed, about a payout", ofBank("preq_payout", "failed"), 200],
  ["of an address with a status of payouts", ofBank("preq_address", "posted"), 400],
  ["of a payout with a status of addresses", ofBank("preq_payout", "active"), 400],
  ["of a bank with a status of verifications", ofBank("preq_payout", "verified"), 400],
  ["of an unknown effect with a status of the bank", ofBank("preq_1", "active"), 404],
  ["of an unknown effect with a status of no kind of the bank", ofBank("preq_1", "verified"), 400],
  [
    "of an address with details that are none",
    ofBank("preq_address", "active", { details: 1 }),
    400,
  ],
  ["of a payout with details that are none", ofBank("preq_payout", "failed", { details: 1 }), 200],
  [
    "of a payout with a tier that does not exist",
    ofBank("preq_payout", "failed", { tier: 1 }),
    200,
  ],
];

for (const [what, given, status] of [...CASES, ...OF_BANK]) {
  test(`news: ${what} -> ${status}, ${status === 200 ? "recorded" : "nothing recorded"}, counted`, async () => {
    const { desk, recorded } = deskWith();
    const answer = await desk.take(delivery(given));
    assert.equal(answer.status, status);
    assert.equal(recorded.length, status === 200 ? 1 : 0);
    const { verdicts, refused, underWay } = desk.metrics;
    assert.equal(underWay, 0);
    assert.equal(verdicts.applied, status === 200 ? 1 : 0);
    for (const [refusedWith, count] of Object.entries(refused)) {
      assert.equal(count, Number(refusedWith) === status ? 1 : 0, refusedWith);
    }
  });
}

test("news: not signed -> the same answer whatever it is about, and nothing is looked up", async () => {
  const { desk, asked } = deskWith();
  const answers = await Promise.all(
    [{}, { news: { effectId: "preq_2" } }, { news: "{" }].map((given) =>
      desk.take(delivery({ ...given, secret: OTHER })),
    ),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.deepEqual(asked, []);
});

test("news: of a payout and of an address, with members of other kinds -> recorded without those", async () => {
  const { desk, recorded } = deskWith();
  const strange = { tier: "tier_1", fields: {}, details: { iban: "DE00", other: "x" } };
  await desk.take(delivery(ofBank("preq_payout", "failed", { ...strange, reason: "closed" })));
  await desk.take(delivery(ofBank("preq_address", "failed", strange)));
  const base = { newsId: "n-1", status: "failed", occurredAtMs: Date.parse(NEWS.occurredAt) };
  assert.deepEqual(recorded, [
    { ...base, effectId: "preq_payout", reason: "closed" },
    { ...base, effectId: "preq_address", details: { iban: "DE00" } },
  ]);
});

test("news: every verdict -> 200, each counted as itself", async () => {
  for (const verdict of NEWS_VERDICTS) {
    const { desk } = deskWith({ record: async () => verdict });
    assert.deepEqual(await desk.take(delivery()), { status: 200, verdict });
    const { verdicts } = desk.metrics;
    for (const one of NEWS_VERDICTS) assert.equal(verdicts[one], one === verdict ? 1 : 0);
  }
});

test("news: what is told -> recorded as it was read, without what the protocol does not know", async () => {
  const { desk, recorded } = deskWith();
  await desk.take(delivery({ news: { tier: "tier_1", more: "x" } }));
  const occurredAtMs = Date.parse(NEWS.occurredAt);
  const { newsId, effectId } = NEWS;
  assert.deepEqual(recorded, [
    { newsId, effectId, status: "verified", tier: "tier_1", occurredAtMs },
  ]);
});

const LATER: [what: string, more: Partial<ProviderNewsParts<Request>>][] = [
  ["before all views are open", { isOpen: () => false }],
  ["the shard takes it later", { record: async () => undefined }],
  ["it is not known whether it is on disk", { record: () => Promise.reject(new Error("gone")) }],
  [
    "it cannot be looked up",
    {
      requestOf() {
        throw new Error("damaged");
      },
    },
  ],
];
for (const [what, more] of LATER) {
  test(`news: ${what} -> 503`, async () => {
    const { desk } = deskWith(more);
    assert.equal((await desk.take(delivery())).status, 503);
    assert.equal(desk.metrics.refused[503], 1);
  });
}

test(`news: ${NEWS_UNDER_WAY_MAX} under way, and one more -> 503; a stop waits for what is under way and takes no more`, async () => {
  let end: (verdict: NewsVerdict) => void = () => {};
  const ended = new Promise<NewsVerdict>((resolve) => {
    end = resolve;
  });
  const { desk } = deskWith({ record: () => ended });
  const taken = Array.from({ length: NEWS_UNDER_WAY_MAX }, () => desk.take(delivery()));
  assert.equal(desk.metrics.underWay, NEWS_UNDER_WAY_MAX);
  assert.equal((await desk.take(delivery())).status, 503);
  let isStopped = false;
  const stopped = desk.stop().then(() => {
    isStopped = true;
  });
  assert.equal((await desk.take(delivery())).status, 503);
  assert.equal(isStopped, false);
  end("applied");
  await stopped;
  const answers = await Promise.all(taken);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(desk.metrics.verdicts.applied, NEWS_UNDER_WAY_MAX);
});
