/** The pages of a bank's book of credits: how they are asked for, and what is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { exchangeOf, providerOf, type Scripted } from "../../test/support/outbox/provider.ts";
import { SECRET } from "../../test/support/outbox/receiver.ts";
import { PROVIDER_PAGE_BYTES_MAX } from "../contract/messages/provider_protocol.ts";
import { reconcileCredits } from "./credit_reconciliation.ts";

const CREDIT_LINE = {
  ...{ creditReference: "cr-1", amount: "500", currency: "EUR", status: "received" },
  occurredAt: "2026-01-02T00:00:00.000Z",
};

test("provider: a bank's book of credits in pages -> read with the cursor, signed as such; without a book -> none", async (t) => {
  const { asked, baseUrl } = await providerOf(t, [
    { status: 200, body: { credits: [CREDIT_LINE], next: "c-2", balances: { EUR: "-500" } } },
    { status: 200, body: { credits: [] } },
    { status: 404, body: { code: "no_such_route" } },
  ]);
  const exchange = exchangeOf(t);
  const target = { baseUrl, secrets: [SECRET] };
  const { occurredAt, ...line } = CREDIT_LINE;
  assert.deepEqual(await exchange.creditPage(target), {
    ...{ credits: [{ ...line, occurredAtMs: Date.parse(occurredAt) }], next: "c-2" },
    balances: { EUR: "-500" },
  });
  assert.deepEqual(await exchange.creditPage(target, "c-2"), { credits: [] });
  assert.equal(await exchange.creditPage(target), undefined);
  assert.deepEqual(
    asked.map(({ method, path }) => `${method} ${path}`),
    ["", "?after=c-2", ""].map((query) => `GET /base/v1/credits${query}`),
  );
  const headers = { ...asked[1]?.headers } as Record<string, string>;
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers;
  assert.equal(id, "credits_after_c-2");
  const signed = new Webhook(SECRET).sign(String(id), new Date(Number(at) * 1_000), "");
  assert.equal(signature, signed);
});

const page = (more: object) => ({ status: 200, body: { credits: [CREDIT_LINE], ...more } });
/** Pages of a bank's book of credits that are none. */
const NO_PAGES: [what: string, answers: Scripted[], fault: string][] = [
  ["without a body", [{ status: 200 }], "invalid_answer"],
  ["no JSON", [{ status: 200, body: "<html>" }], "invalid_answer"],
  ["cut", [{ status: 200, body: '{"credits":[' }], "invalid_answer"],
  ["a list", [{ status: 200, body: [CREDIT_LINE] }], "invalid_answer"],
  ["without credits", [page({ credits: undefined })], "invalid_answer"],
  [
    "with a credit of no amount",
    [page({ credits: [{ ...CREDIT_LINE, amount: "0" }] })],
    "invalid_answer",
  ],
  [
    "with a credit of no known status",
    [page({ credits: [{ ...CREDIT_LINE, status: "?" }] })],
    "invalid_answer",
  ],
  [
    "with a credit without a time",
    [page({ credits: [{ ...CREDIT_LINE, occurredAt: "today" }] })],
    "invalid_answer",
  ],
  ["of 101 credits", [page({ credits: Array(101).fill(CREDIT_LINE) })], "invalid_answer"],
  ["with a cursor that is no text", [page({ next: 2 })], "invalid_answer"],
  ["with an empty cursor", [page({ next: "" })], "invalid_answer"],
  ["with a cursor that is an address", [page({ next: "http://x/?y" })], "invalid_answer"],
  ["with a cursor of 129 characters", [page({ next: "c".repeat(129) })], "invalid_answer"],
  ["with balances that are a list", [page({ balances: ["500"] })], "invalid_answer"],
  ["with a balance that is a number", [page({ balances: { EUR: 500 } })], "invalid_answer"],
  [
    "larger than a page may be",
    [page({ padding: "x".repeat(PROVIDER_PAGE_BYTES_MAX) })],
    "invalid_answer",
  ],
  ["500", [{ status: 500 }], "http_status"],
  ["401", [{ status: 401, body: { code: "not_signed" } }], "http_status"],
  ["302", [{ status: 302, headers: { location: "/v1/credits" } }], "redirect_refused"],
  ["none", ["no answer", "no answer"], "closed_early"],
];

for (const [what, answers, fault] of NO_PAGES) {
  test(`provider: a page of a bank's book of credits, ${what} -> ${fault}`, async (t) => {
    const { baseUrl } = await providerOf(t, answers);
    const read = await exchangeOf(t).creditPage({ baseUrl, secrets: [SECRET] });
    assert.deepEqual(read, { fault });
  });
}

const numbered = (number: number) => ({ ...CREDIT_LINE, creditReference: `cr-${number}` });

test("provider: a bank's book of credits whose cursors lead back, or whose next page is empty -> its comparison ends with a sentence", async (t) => {
  for (const [answers, requests] of [
    [["c-1", "c-2", "c-1"].map((next, at) => page({ next, credits: [numbered(at)] })), 3],
    [[page({ next: "c-1" }), page({ next: "c-2", credits: [] })], 2],
  ] as const) {
    const { asked, baseUrl } = await providerOf(t, answers);
    const exchange = exchangeOf(t);
    const compared = reconcileCredits({
      own: async () => ({ credits: new Map(), external: new Map() }),
      async page(after) {
        const read = await exchange.creditPage({ baseUrl, secrets: [SECRET] }, after);
        assert.ok(read !== undefined && !("fault" in read));
        return read;
      },
      isPending: false,
    });
    await assert.rejects(compared, /book of credits does not end/);
    assert.equal(asked.length, requests);
  }
});
