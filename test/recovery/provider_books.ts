/** What the books of the platform and of the provider must say when everything has come to its end. */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderBook } from "../../scripts/provider/book.ts";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import { expect } from "../support/client.ts";
import { keptFetch } from "../support/kept_fetch.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { bookLines, controlProvider, type ProviderProcess } from "../support/provider.ts";
import { admin, type Server } from "../support/server.ts";
import { finalReply, type ProviderLoad, type Sent, type Start } from "./provider_load.ts";

const LOOK_MS = 50;
/** Requests at the same time. */
const AT_ONCE = 8;

type Accepted = { effectId: string; verificationId: string };

/** The verification that a start made: its request to the provider has the same suffix. */
const verificationOf = (start: Start) => start.final.id("verificationId");
const effectOf = (verificationId: string) => verificationId.replace("ver_", "preq_");

/** Waits until the provider has decided everything that it has accepted. */
export async function untilDecided(provider: ProviderProcess): Promise<void> {
  await untilNone(provider, "undecided");
}

/** Waits until the platform has confirmed everything that the provider has to tell. */
export async function untilTold(provider: ProviderProcess): Promise<void> {
  await untilNone(provider, "untold");
}

async function untilNone({ url }: ProviderProcess, what: "undecided" | "untold"): Promise<void> {
  await until(async () => {
    const answer = await keptFetch(`${url}/control/book`);
    const { [what]: left } = (await answer.json()) as Record<typeof what, unknown[]>;
    return left.length === 0 ? undefined : `${what}: ${JSON.stringify(left)}`;
  });
}

/** The status in the bank's book of each effect that it has accepted. A copy of the book is read. */
export function stateOfBook(bookPath: string): ReadonlyMap<string, string> {
  const copyPath = `${bookPath}.copy`;
  copyFileSync(bookPath, copyPath);
  const book = new ProviderBook(copyPath);
  const all = book.page(0, book.size);
  book.close();
  return new Map(all.map(({ effect, progress }) => [effect.effectId, progress.status]));
}

/**
 * Waits until the platform knows all that it will learn; then the comparison of the operator must find nothing, but for
 * differences of the kinds that it may name.
 */
export async function assertReconciled(
  server: Server,
  provider: string,
  mayName: readonly string[] = [],
): Promise<void> {
  await until(async () => {
    const compared = await admin(server, "provider reconcile", { name: provider });
    const text = JSON.stringify(compared);
    if (compared["pending"] !== 0) return `still pending: ${text}`;
    const credits = (compared["credits"] ?? {}) as { counts?: Record<string, number> };
    const counts = { ...(compared["counts"] as Record<string, number>), ...credits.counts };
    const named = Object.keys(counts).filter((kind) => counts[kind] !== 0);
    assert.deepEqual(
      named.filter((kind) => !mayName.includes(kind)),
      [],
      text,
    );
    assert.equal(compared["agree"], named.length === 0, text);
    return undefined;
  });
}

/** Looks until nothing is missing any more; rejects with what is missing where that takes too long. */
async function until(missing: () => Promise<string | undefined>): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (let text = await missing(); text !== undefined; text = await missing()) {
    assert.ok(performance.now() < deadlineMs, text);
    await sleep(LOOK_MS);
  }
}

/**
 * Each start that was accepted is in the provider's book exactly once, each that was refused is refused there, the
 * book has nothing else, and nothing was sent twice.
 */
export function assertBooks(starts: readonly Start[], bookPath: string): void {
  const accepted = bookLines(bookPath, "accepted").map((line): Accepted => {
    const { effectId, subject } = (line as { effect: ProviderEffect }).effect;
    return { effectId, verificationId: subject.id };
  });
  const started = starts.filter(({ final }) => final.status === 201);
  const wanted = started.map((start) => {
    const verificationId = verificationOf(start);
    return { effectId: effectOf(verificationId), verificationId };
  });
  const sorted = (all: Accepted[]) =>
    all.map(({ effectId, ...of }) => `${effectId} ${of.verificationId}`).sort();
  assert.deepEqual(sorted(accepted), sorted(wanted), "accepted there, and answered 201 here");
  const refusals = starts.filter(({ final }) => final.status !== 201);
  for (const { final } of refusals)
    assert.equal(final.code, "provider_egress_rejected", final.text);
  assert.equal(bookLines(bookPath, "refused").length, refusals.length, "refused there and here");
  assert.deepEqual(bookLines(bookPath, "repeated"), [], "sent although the book had it");
}

/** Each verification has the outcome that is the first of its effect in the provider's book. */
export async function assertOutcomes(load: ProviderLoad<Start>, bookPath: string): Promise<void> {
  const outcomes = outcomesIn(bookPath);
  await eachStarted(load, async (start) => {
    const verificationId = verificationOf(start);
    const outcome = outcomes.get(effectOf(verificationId));
    const wanted = outcome === "rejected" ? "failed" : outcome;
    assert.equal(await statusOf(load, start), wanted, verificationId);
  });
}

/**
 * The provider tells again what it has decided of each verification that has no outcome yet: news may have been lost,
 * and a question that a kill has cut off is asked again only after minutes.
 */
export async function tellAgain(
  load: ProviderLoad<Start>,
  bookPath: string,
  { url }: ProviderProcess,
): Promise<void> {
  const outcomes = outcomesIn(bookPath);
  await eachStarted(load, async (start) => {
    const effectId = effectOf(verificationOf(start));
    const outcome = outcomes.get(effectId);
    if (outcome === undefined || (await statusOf(load, start)) !== "processing") return;
    assert.equal(await controlProvider(url, `effects/${effectId}/outcome`, { outcome }), 200);
  });
}

/** The start's key gives its final answer again, byte for byte. No side may be killed meanwhile. */
export async function assertSameAgain(load: ProviderLoad, starts: readonly Sent[]): Promise<void> {
  await each(starts, async (start) => {
    const again = await start.again(await load.client());
    assert.equal(again.status, start.final.status);
    assert.equal(comparable(again.text), comparable(start.final.text));
  });
}

/** A refusal names its page at the address of the server, whose port is another one after each start. */
function comparable(text: string): string {
  return text.replace(/"docUrl":"http:\/\/127\.0\.0\.1:\d+/, '"docUrl":"');
}

/** The first outcome of each effect in the provider's book. */
function outcomesIn(bookPath: string): ReadonlyMap<string, string> {
  const outcomes = new Map<string, string>();
  for (const { effectId, progress } of bookLines(bookPath, "news")) {
    const { status } = progress as { status: string };
    if (!outcomes.has(String(effectId))) outcomes.set(String(effectId), status);
  }
  return outcomes;
}

async function statusOf(load: ProviderLoad<Start>, start: Start): Promise<unknown> {
  const path = `/entities/${start.entityId}/kyc/verifications/${verificationOf(start)}`;
  return expect(await finalReply(load, (client) => client.get(path)), 200).at("status");
}

async function eachStarted(load: ProviderLoad<Start>, work: (start: Start) => Promise<void>) {
  await each(
    load.starts.filter(({ final }) => final.status === 201),
    work,
  );
}

/** Some at a time. */
async function each<S>(starts: readonly S[], work: (start: S) => Promise<void>) {
  const left = [...starts];
  const lane = async () => {
    for (let start = left.pop(); start !== undefined; start = left.pop()) await work(start);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
