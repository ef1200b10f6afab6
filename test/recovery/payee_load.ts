/**
 * Checks of payees in live, made again and again while either side may be killed at any moment; and what must hold of the books and of
 * the beneficiaries when everything has come to its end.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Client } from "../support/client.ts";
import { walk } from "../support/parties.ts";
import { controlProvider } from "../support/provider.ts";
import { assertNothingTwice, BANK, decidesBy, refusedIn, settledBook } from "./bank_work.ts";
import { stateOfBook } from "./provider_books.ts";
import { finalReply, type ProviderLoad, type Sent } from "./provider_load.ts";
import type { ProviderWork, WorkEnd } from "./provider_work.ts";

const DECISIONS = ["matched", "close_match", "no_match", "unavailable", "nothing"] as const;
/** What the bank finds at the end of what it had not decided. */
const LAST = "matched";

type Payee = {
  beneficiaryId: string;
  reserved: boolean;
  status: string;
  verification: { result?: string };
};

/** Beneficiaries over SEPA, whose bank is asked whether the account has the name. */
export function payeeWork(): ProviderWork {
  return {
    provider: { ...BANK.provider, "payee-checks": "sepa" },
    // What a bank has found stands, so news that contradict it would be differences at the end.
    faults: BANK.faults.filter((fault) => fault !== "news_contradictory"),
    flags: (random) => decidesBy("--decide-payee", DECISIONS[random(DECISIONS.length)]),
    prepare: async () => undefined,
    async runLane(load) {
      while (!load.isStopping) await created(load);
    },
    check: checkPayees,
  };
}

/** Creates a beneficiary under a key of its own until the answer is final, and remembers it. */
async function created(load: ProviderLoad): Promise<void> {
  const key = randomUUID();
  const { productId } = await load.client();
  const named = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "sepa" };
  const draft = { ...named, destination: { iban: "DE89370400440532013000" } };
  const again = (client: Client) => client.post("/beneficiaries", draft, { key });
  const final = await finalReply(load, again, () => load.repeated++);
  load.starts.push({ again, final });
}

/** Both books agree on every payee, nothing was sent twice, and each request has made one beneficiary. */
async function checkPayees(end: WorkEnd<Sent>): Promise<void> {
  const { load, bookPath, provider } = end;
  const client = await load.client();
  const payees = async () => {
    const all = await walk(client, `/beneficiaries?productId=${client.productId}`);
    return (all as unknown as readonly Payee[]).filter(({ reserved }) => !reserved);
  };
  for (const [effectId, status] of stateOfBook(bookPath)) {
    if (status !== "processing") continue;
    const path = `effects/${effectId}/outcome`;
    assert.equal(await controlProvider(provider.url, path, { outcome: LAST }), 200);
  }
  const { book } = await settledBook(end, async () =>
    (await payees()).map(({ beneficiaryId, status, verification }) => ({
      effectId: checkOf(beneficiaryId),
      status: verification.result ?? status,
    })),
  );
  const known = await payees();
  const taken = load.starts.filter(({ final }) => final.status === 201);
  const answered = taken.map(({ final }) => checkOf(final.id("beneficiaryId")));
  assert.deepEqual([...book.keys()].sort(), answered.sort(), "accepted there, and 201 here");
  for (const { final } of load.starts) {
    if (final.status !== 201) assert.equal(final.code, "provider_egress_rejected", final.text);
  }
  const refused = refusedIn(bookPath);
  for (const { beneficiaryId, status, verification } of known) {
    const effectId = checkOf(beneficiaryId);
    const wanted = refused.has(effectId) ? ["blocked", undefined] : ["active", book.get(effectId)];
    assert.deepEqual([status, verification.result], wanted, beneficiaryId);
  }
  assert.equal(known.length, load.starts.length, "a beneficiary for each request");
  assert.equal(refused.size, load.starts.length - taken.length, "refused there, and 422 here");
  assertNothingTwice(bookPath);
}

/** The request that checks a beneficiary: one record makes both. */
const checkOf = (beneficiaryId: string) => beneficiaryId.replace("ben_", "preq_");
