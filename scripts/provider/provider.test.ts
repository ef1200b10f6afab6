/** The reference provider, asked over HTTP by the exchange of the platform; and its process, killed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { PROVIDER_PAGE_MAX } from "../../src/contract/messages/provider_protocol.ts";
import { ProviderExchange, type ProviderFile } from "../../src/outbox/provider_exchange.ts";
import { PATIENCE_MS } from "../../test/support/patience.ts";
import { controlProvider, startProvider } from "../../test/support/provider.ts";
import {
  effectOf,
  exchangeOf,
  newFolder,
  platformOf,
  providerOf,
  SECRET,
} from "../../test/support/scripts/provider/reference.ts";
import { programOf } from "../program.ts";

/** The time of a request that is never answered: it must have gone out by then, milliseconds. */
const HANGING_MS = 5_000;

test("reference provider: an effect, sent twice, asked for -> accepted once, known after, decided, told", async (t) => {
  const platform = await platformOf(t);
  const { book, target } = await providerOf(t, { newsUrl: platform.url });
  const exchange = exchangeOf(t);
  const effect = effectOf(1);
  assert.equal(await exchange.ask(target, effect), undefined);
  const first = await exchange.attempt({ ...target, effect, asksFirst: true });
  assert.ok(first.result === "accepted");
  assert.equal(first.httpStatus, 201);
  const again = await exchange.attempt({ ...target, effect, asksFirst: false });
  assert.equal(again.httpStatus, 200);
  const [news] = await platform.until(1);
  assert.deepEqual(
    { ...news, occurredAtMs: 0 },
    { newsId: "news-1", effectId: effect.effectId, status: "verified", occurredAtMs: 0 },
  );
  const asked = await exchange.ask(target, effect);
  assert.equal(asked?.result === "accepted" && asked.status, "verified");
  assert.equal(book.size, 1);
  assert.deepEqual(book.sentTwice, [effect.effectId]);
});

test("reference provider: another secret, another id, an old signature -> 401, nothing in its book", async (t) => {
  const { book, baseUrl } = await providerOf(t);
  const exchange = exchangeOf(t);
  const secrets = [`whsec_${Buffer.alloc(32, 4).toString("base64")}`];
  for (const asksFirst of [false, true]) {
    const attempt = await exchange.attempt({ baseUrl, secrets, effect: effectOf(1), asksFirst });
    assert.equal(attempt.httpStatus, 401);
    assert.equal(attempt.result, "unknown");
  }
  const old = new ProviderExchange({ allowsLoopback: true, now: () => Date.now() - 400_000 });
  t.after(() => old.close());
  const attempt = await old.attempt({
    ...{ baseUrl, secrets: [SECRET], effect: effectOf(1), asksFirst: false },
  });
  assert.equal(attempt.httpStatus, 401);
  assert.equal(book.size, 0);
});

/** Faults: how the attempt that meets one ends, and the one after it, which asks first. */
const FAULTS = [
  { mode: "reject", first: "refused", wasSentAgain: false, afterwards: "refused" },
  { mode: "fail", first: "http_status", wasSentAgain: true, afterwards: "accepted" },
  { mode: "hang", first: "timeout", wasSentAgain: true, afterwards: "accepted" },
  { mode: "lose", first: "closed_early", wasSentAgain: false, afterwards: "accepted" },
  { mode: "garble", first: "invalid_answer", wasSentAgain: false, afterwards: "accepted" },
  { mode: "redirect", first: "redirect_refused", wasSentAgain: true, afterwards: "accepted" },
] as const;

for (const { mode, first, wasSentAgain, afterwards } of FAULTS) {
  test(`reference provider: told to ${mode} -> ${first}; then ${afterwards}, ${wasSentAgain ? "" : "not "}sent again`, async (t) => {
    const { book, baseUrl, target } = await providerOf(t);
    const exchange = exchangeOf(t);
    assert.equal(await controlProvider(baseUrl, "faults", { mode, count: 1 }), 200);
    const effect = effectOf(1);
    const met = await exchangeOf(t, mode === "hang" ? HANGING_MS : PATIENCE_MS).attempt({
      ...target,
      effect,
      asksFirst: false,
    });
    assert.equal(met.result === "unknown" ? met.fault : met.result, first);
    const next = await exchange.attempt({ ...target, effect, asksFirst: true });
    assert.equal(next.result, afterwards);
    assert.equal(next.wasSent, wasSentAgain);
    assert.deepEqual(book.sentTwice, []);
  });
}

const CONTENT = Buffer.from("ffd8ff00fe80c3", "hex");
const LISTED = {
  ...{ documentId: "kdoc_1", kind: "identityDocument", mediaType: "image/jpeg" },
  ...{ bytes: CONTENT.length, sha256: hash("sha256", CONTENT, "hex") },
};

/** An effect that lists a file, and the file. */
function effectWithFile(number: number, content = CONTENT) {
  const { request, ...rest } = effectOf(number);
  const effect = { ...rest, request: { ...request, documents: [LISTED] } };
  const { documentId, mediaType } = LISTED;
  const file: ProviderFile = { documentId, mediaType, open: () => content };
  return { effect, files: [file] };
}

test("reference provider: an effect with a file, sent twice -> size and digest in its book, once, and no content", async (t) => {
  const { book, bookPath, baseUrl, target } = await providerOf(t);
  const exchange = exchangeOf(t);
  for (const httpStatus of [201, 200]) {
    const sending = { ...target, ...effectWithFile(1), asksFirst: false };
    assert.equal((await exchange.attempt(sending)).httpStatus, httpStatus);
  }
  const { bytes, sha256 } = LISTED;
  assert.deepEqual(book.file("preq_1", "kdoc_1"), { bytes, sha256 });
  assert.equal(book.files, 1);
  const text = readFileSync(bookPath);
  assert.equal(text.toString().match(/"line":"file"/g)?.length, 1);
  assert.ok(!text.includes(CONTENT) && !text.includes(CONTENT.toString("base64")));
  const shown = (await (await fetch(`${baseUrl}/control/book`)).json()) as { files: number };
  assert.equal(shown.files, 1);
});

test("reference provider: a listed file that did not come, or came as another -> 400, no refusal; taken with its file", async (t) => {
  const { book, target } = await providerOf(t);
  const exchange = exchangeOf(t);
  const { effect, files } = effectWithFile(1);
  const without = await exchange.attempt({ ...target, effect, asksFirst: false });
  assert.equal(without.httpStatus, 400);
  assert.equal(without.result === "unknown" && without.fault, "invalid_answer");
  assert.equal(book.refused(effect.effectId), undefined);
  const asked = await exchange.attempt({ ...target, effect, files, asksFirst: true });
  assert.equal(asked.result, "accepted");
  assert.deepEqual(book.sentTwice, []);
  const changed = effectWithFile(2, Buffer.from("another"));
  const other = await exchange.attempt({ ...target, ...changed, asksFirst: false });
  assert.equal(other.httpStatus, 400);
});

test("reference provider: a file again with other bytes -> 409; with another secret -> 401; nothing in its book", async (t) => {
  const { book, baseUrl, target } = await providerOf(t);
  const exchange = exchangeOf(t);
  await exchange.attempt({ ...target, ...effectWithFile(1), asksFirst: false });
  const changed = effectWithFile(1, Buffer.from("another"));
  const again = await exchange.attempt({ ...target, ...changed, asksFirst: false });
  assert.equal(again.httpStatus, 409);
  const secrets = [`whsec_${Buffer.alloc(32, 4).toString("base64")}`];
  const strange = await exchange.attempt({
    ...{ baseUrl, secrets, ...effectWithFile(2), asksFirst: false },
  });
  assert.equal(strange.httpStatus, 401);
  assert.equal(book.files, 1);
});

test("reference provider: told to file_fail -> document_not_taken, nothing in its book; then taken", async (t) => {
  const { book, baseUrl, target } = await providerOf(t);
  const exchange = exchangeOf(t);
  assert.equal(await controlProvider(baseUrl, "faults", { mode: "file_fail", count: 1 }), 200);
  const sending = { ...target, ...effectWithFile(1) };
  const met = await exchange.attempt({ ...sending, asksFirst: false });
  assert.equal(met.result === "unknown" && met.fault, "document_not_taken");
  assert.equal(met.wasSent, false);
  assert.equal(book.files + book.size, 0);
  assert.equal((await exchange.attempt({ ...sending, asksFirst: true })).result, "accepted");
});

test("reference provider: a book of a page and one more -> two pages, in order", async (t) => {
  const { book, target } = await providerOf(t, { decisions: { verification: "nothing" } });
  for (let number = 0; number <= PROVIDER_PAGE_MAX; number++) book.accept(effectOf(number), 1_000);
  const exchange = exchangeOf(t);
  const first = await exchange.page(target, ["verification"]);
  assert.ok("effects" in first);
  assert.equal(first.effects.length, PROVIDER_PAGE_MAX);
  assert.equal(first.effects[0]?.effectId, "preq_0");
  const second = await exchange.page(target, ["verification"], first.next);
  assert.ok("effects" in second);
  assert.deepEqual(
    second.effects.map(({ effectId }) => effectId),
    [`preq_${PROVIDER_PAGE_MAX}`],
  );
  assert.equal(second.next, undefined);
});

/** The provider as a process, which does not outlive the test. */
async function start(t: TestContext, bookPath: string, ...flags: string[]) {
  const started = await startProvider({ bookPath, secret: SECRET }, flags);
  t.after(() => started.child.kill("SIGKILL"));
  return started;
}

test("reference provider: its process is killed after an answer, and before one -> what was answered is in its book", async (t) => {
  const bookPath = join(newFolder(t), "book.jsonl");
  const exchange = exchangeOf(t);
  const platform = await platformOf(t);
  const flags = ["--news-url", platform.url, "--news-pause", "1", "--decide-after", "0"];
  const before = await start(t, bookPath, "--decide", "nothing");
  const attempt = (baseUrl: string, number: number, asksFirst: boolean) =>
    exchange.attempt({ baseUrl, secrets: [SECRET], effect: effectOf(number), asksFirst });
  assert.equal((await attempt(before.url, 1, false)).result, "accepted");
  assert.equal(await controlProvider(before.url, "faults", { mode: "hang", count: 1 }), 200);
  const hanging = attempt(before.url, 2, false);
  before.child.kill("SIGKILL");
  assert.equal((await hanging).result, "unknown");
  await before.exit;
  const after = await start(t, bookPath, ...flags);
  assert.equal(after.effects, 1);
  assert.equal((await attempt(after.url, 1, true)).wasSent, false);
  assert.equal((await attempt(after.url, 2, true)).wasSent, true);
  const idsTold = () => new Set(platform.news.map((news) => "effectId" in news && news.effectId));
  for (let count = 2; idsTold().size < 2; count++) await platform.until(count);
  assert.deepEqual(idsTold(), new Set(["preq_1", "preq_2"]));
  after.child.kill("SIGTERM");
  const [code] = await after.exit;
  assert.equal(code, 0);
});

test("reference provider: started with a wrong flag, and with --help -> 2, and its usage", async (t) => {
  const { file, options } = programOf(join(import.meta.dirname, "../provider.ts"));
  const cases: [flag: string, code: number][] = [
    ["--decide=maybe", 2],
    ["--help", 0],
  ];
  for (const [flag, wanted] of cases) {
    const env = { ...process.env, PROVIDER_SECRET: SECRET };
    const child = spawn(process.execPath, [...options, file, flag], { env, stdio: "pipe" });
    t.after(() => child.kill("SIGKILL"));
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, "exit");
    assert.equal(code, wanted);
    assert.match((await output).join(""), wanted === 0 ? /^Usage/ : /--decide is one of/);
  }
});
