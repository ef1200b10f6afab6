/** Documents that strangers name: what is fetched, what is not, and what it costs. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { promised, rawReceiverOf, receiverOf } from "../../test/support/outbox/receiver.ts";
import { FETCHED_BYTES_MAX } from "../contract/declare/fetched_document.ts";
import { DocumentFetcher, FETCHES_MAX, FETCHES_OF_HOST_MAX, KEPT_MS } from "./document_fetcher.ts";
import type { GuardedClientOptions } from "./guarded_client.ts";

const DOCUMENT = '{"client_id":"x"}';

function fetcherOf(t: TestContext, options: GuardedClientOptions = {}): DocumentFetcher {
  const fetcher = new DocumentFetcher({ allowsLoopback: true, ...options });
  t.after(() => fetcher.close());
  return fetcher;
}

test("documents: found -> its text, from the same bytes until its time is over, then asked for again", async (t) => {
  let requests = 0;
  let nowMs = 1_000;
  const { url } = await receiverOf(t, (request, response) => {
    requests++;
    assert.equal(request.method, "GET");
    assert.equal(request.headers.accept, "application/json");
    response.end(DOCUMENT);
  });
  const fetcher = fetcherOf(t, { now: () => nowMs });
  assert.deepEqual(await fetcher.fetch(url), { text: DOCUMENT });
  nowMs += KEPT_MS - 1;
  assert.deepEqual(await fetcher.fetch(url), { text: DOCUMENT });
  assert.equal(requests, 1);
  nowMs += 1;
  assert.deepEqual(await fetcher.fetch(url), { text: DOCUMENT });
  assert.equal(requests, 2);
});

const ANSWERS: readonly (readonly [
  title: string,
  answer: (response: ServerResponse) => void,
  fault: string | undefined,
])[] = [
  [
    "a redirect",
    (response) => response.writeHead(302, { location: "/other" }).end(DOCUMENT),
    "status",
  ],
  ["a page that is not there", (response) => response.writeHead(404).end(DOCUMENT), "status"],
  ["another success", (response) => response.writeHead(206).end(DOCUMENT), "status"],
  ["the most bytes", (response) => response.end("x".repeat(FETCHED_BYTES_MAX)), undefined],
  ["one byte more", (response) => response.end("x".repeat(FETCHED_BYTES_MAX + 1)), "large"],
  ["far more than is read", (response) => response.end("x".repeat(1_000_000)), "large"],
  ["bytes that are not UTF-8", (response) => response.end(Buffer.from([0x22, 0xff])), "encoding"],
  ["half of its length", (response) => cutOff(response), "unreachable"],
];

for (const [title, answer, fault] of ANSWERS) {
  test(`documents: ${title} -> ${fault ?? "found"}; a fault is not kept`, async (t) => {
    let requests = 0;
    const { url } = await receiverOf(t, (_request, response) => {
      requests++;
      answer(response);
    });
    const fetcher = fetcherOf(t);
    for (let time = 0; time < 2; time++) {
      const fetched = await fetcher.fetch(url);
      assert.equal("fault" in fetched ? fetched.fault : undefined, fault);
    }
    assert.equal(requests, fault === undefined ? 1 : 2);
  });
}

test("documents: a host that never answers -> slow, within the time of a document", async (t) => {
  const { url } = await rawReceiverOf(t, () => {});
  const fetcher = fetcherOf(t, { attemptMs: 50 });
  assert.deepEqual(await fetcher.fetch(url), { fault: "slow" });
});

const FORBIDDEN = [
  "https://10.0.0.1/client.json",
  "https://169.254.169.254/latest/meta-data",
  "https://[fd00::1]/client.json",
  "https://[::ffff:192.168.0.1]/client.json",
  "https://0x7f.1/client.json",
  "https://localhost/client.json",
  "http://example.com/client.json",
  "https://user@example.com/client.json",
  "https://private.example.com/client.json",
  "no address",
];
for (const url of FORBIDDEN) {
  test(`documents: ${url} -> nothing is sent`, async (t) => {
    const fetcher = fetcherOf(t, { allowsLoopback: false, resolve: async () => ["172.16.0.1"] });
    assert.deepEqual(await fetcher.fetch(url), { fault: "address" });
  });
}

test("documents: one address asked for by many at once -> fetched once", async (t) => {
  let requests = 0;
  const held = promised<void>();
  const { url } = await receiverOf(t, async (_request, response) => {
    requests++;
    await held.promise;
    response.end(DOCUMENT);
  });
  const fetcher = fetcherOf(t);
  const all = Array.from({ length: 100 }, () => fetcher.fetch(url));
  held.resolve();
  assert.deepEqual(await Promise.all(all), Array(100).fill({ text: DOCUMENT }));
  assert.equal(requests, 1);
});

test("documents: too many of one host, and of all hosts -> the next is not fetched; one that ended makes room", async (t) => {
  const held = promised<void>();
  const hosts = FETCHES_MAX / FETCHES_OF_HOST_MAX;
  const urls: string[] = [];
  for (let host = 0; host <= hosts; host++) {
    const { url } = await receiverOf(t, async (_request, response) => {
      await held.promise;
      response.end(DOCUMENT);
    });
    urls.push(url);
  }
  const fetcher = fetcherOf(t);
  const [first = "", ...others] = urls;
  const last = others.pop();
  const fetched: Promise<unknown>[] = [];
  const ask = (url: string, number: number) => fetched.push(fetcher.fetch(`${url}?${number}`));
  for (let number = 0; number < FETCHES_OF_HOST_MAX; number++) ask(first, number);
  assert.deepEqual(await fetcher.fetch(`${first}?more`), { fault: "busy" });
  for (const url of others) {
    for (let number = 0; number < FETCHES_OF_HOST_MAX; number++) ask(url, number);
  }
  assert.equal(fetched.length, FETCHES_MAX);
  assert.deepEqual(await fetcher.fetch(`${last}`), { fault: "busy" });
  held.resolve();
  assert.deepEqual(await Promise.all(fetched), Array(FETCHES_MAX).fill({ text: DOCUMENT }));
  assert.deepEqual(await fetcher.fetch(`${first}?more`), { text: DOCUMENT });
});

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { "content-length": "100" });
  response.write(DOCUMENT);
  response.destroy();
}
