/** The reference page in a real browser: read, searched, tried out, on a wide and a narrow screen. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Browser } from "puppeteer-core";
import { NO_BROWSER, type View, type Visit, visit as visitWith } from "../support/browser.ts";
import type { Server } from "../support/server.ts";
import { sharedBrowser } from "../support/shared_browser.ts";
import { sharedServer } from "../support/shared_server.ts";

/** The tallest that an operation may be at 1,280 pixels, pixels; Swagger UI drew 8,075. */
const OPERATION_HEIGHT_MAX = 4_000;

let server: Server;
let origin: string;
let browser: Browser;

const visit = (url: string, script: string, view?: View) => visitWith(browser, url, script, view);

before(async () => {
  if (!NO_BROWSER) browser = await sharedBrowser();
  server = await sharedServer();
  origin = new URL(server.baseUrl).origin;
});

/** A script for the page: the body of an asynchronous function, and what all of them have in common. */
const inPage = (body: string) => `(async () => {
  const until = async (find) => {
    for (let round = 0; round < 1000; round++) {
      const found = find();
      if (found) return found;
      // A page that draws thousands of elements places them all for each look.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error("not drawn: " + find);
  };
  const button = (words, within = document) => [...within.querySelectorAll("button")]
    .find((one) => one.innerText.replaceAll(/\\s+/g, " ").includes(words));
  const type = (input, text) => {
    input.focus();
    document.execCommand("selectAll");
    document.execCommand("insertText", false, text);
  };
  const section = (id) => document.querySelector('section[id$="' + id + '"]');
  ${body}
})()`;

/** Sends the operation that the address of the page names, and returns what the page shows then. */
const SEND = `
  (await until(() => button("Test Request"))).click();
  (await until(() => button("Send get request to"))).click();
  const dialog = await until(() => button("Send get request to")?.closest("[role=dialog]"));
  await until(() => /\\b(200 OK|401 Unauthorized)\\b/.test(dialog.innerText));
  await until(() => dialog.innerText.includes("apiKeyId") || dialog.innerText.includes("error"));
  return dialog.innerText;`;

/**
 * The reference without the library that draws it, which costs seconds: for what the page's own script does with what
 * is sent.
 */
const WITHOUT_LIBRARY = {
  stubs: { "/docs/library.js": "globalThis.Scalar = { createApiReference() {} };" },
};

const WHO = "#tag/api-keys/GET/api-keys/current";

test("reference page: a key, a GET tried out, a reload -> answered both times, by the key kept", {
  skip: NO_BROWSER,
}, async () => {
  const { apiKey, productId } = server.demo;
  const withKey = inPage(`
    type(await until(() => document.querySelector('input[placeholder="Token"]')), "${apiKey}");
    ${SEND}`);
  const visited = await visit(`${origin}/docs${WHO}`, withKey, { afterReload: inPage(SEND) });
  assert.match(String(visited.value), new RegExp(`200 OK[\\s\\S]*${productId}`));
  const called = visited.requested.filter((url) => url.endsWith("/v1/api-keys/current"));
  assert.equal(called.length, 2);
  assertQuiet(visited);
});

test("reference page: a search by words of an operation -> found, opened, not too tall", {
  skip: NO_BROWSER,
}, async () => {
  const script = inPage(`
    type(await until(() => document.querySelector('input[type="search"]')), "Move money between two");
    const found = await until(() => [...document.querySelectorAll("#results a")]
      .find((one) => one.innerText.includes("Move money between two accounts")));
    found.click();
    const opened = await until(() => section("POST/transfers"));
    await until(() => opened.innerText.includes("transfer.create"));
    await until(() => opened.querySelector("h2, h3, h4"));
    return { text: opened.innerText, height: opened.getBoundingClientRect().height };`);
  const visited = await visit(`${origin}/docs`, script, { width: 1280 });
  const { text, height } = visited.value as { text: string; height: number };
  assert.match(text, /transfer\.create[\s\S]*Idempotency-Key[\s\S]*sourceAccountId/);
  assert.match(text, /curl -sS "\$BASE_URL\/transfers"/);
  assert.ok(height > 500 && height <= OPERATION_HEIGHT_MAX, `${height} pixels`);
  assertQuiet(visited);
});

test("reference page: 390 pixels wide, an operation opened -> nothing is wider than the page", {
  skip: NO_BROWSER,
}, async () => {
  const script = inPage(`
    await until(() => section("POST/transfers")?.innerText.includes("transfer.create"));
    const { clientWidth, scrollWidth } = document.documentElement;
    return [innerWidth, scrollWidth - clientWidth, document.body.scrollWidth - clientWidth];`);
  const visited = await visit(`${origin}/docs#tag/transfers/POST/transfers`, script, {
    width: 390,
  });
  assert.deepEqual(visited.value, [390, 0, 0]);
  assertQuiet(visited);
});

/**
 * The page's own send function, without the library: what it sends for writes that follow each other
 * from the page's one shown key.
 */
test("reference page: changes tried out one after the other -> a key each; the same again, the same", {
  skip: NO_BROWSER,
}, async () => {
  const { apiKey, productId } = server.demo;
  const script = inPage(`
    await until(() => typeof routes !== "undefined" && routes.length > 0);
    const call = async (name, key = shownKey) => {
      const answer = await send("/v1/customers", {
        method: "POST",
        headers: {
          authorization: "Bearer ${apiKey}",
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify({
          productId: "${productId}",
          test: true,
          entity: { kind: "person", displayName: name, country: "GB" },
        }),
      });
      const { customerId, error } = await answer.json();
      return [answer.status, answer.headers.get("idempotent-replayed"), customerId ?? error.code];
    };
    const own = crypto.randomUUID();
    return [
      await call("Ada"), await call("Ben"), await call("Ada"), await call("Cleo", own), await call("Dan", own),
    ];`);
  const visited = await visit(`${origin}/docs#tag/customers`, script, WITHOUT_LIBRARY);
  const [ada, ben, again, cleo, dan] = visited.value as [number, string | null, string][];
  assert.deepEqual([ada?.[0], ben?.[0], cleo?.[0]], [201, 201, 201]);
  assert.notEqual(ada?.[2], ben?.[2]);
  assert.deepEqual(again, [201, "true", ada?.[2]]);
  // A key that the reader typed is sent as it was typed.
  assert.deepEqual([dan?.[0], dan?.[2]], [409, "idempotency_conflict"]);
});

test("reference page: the examples as they stand, in their order -> sent with the reader's own ids", {
  skip: NO_BROWSER,
}, async () => {
  const { apiKey } = server.demo;
  const script = inPage(`
    await until(() => typeof routes !== "undefined" && routes.length > 0);
    const { paths } = await (await fetch("/openapi.json")).json();
    const example = async (path) => {
      const { example } = paths[path].post.requestBody.content["application/json"];
      const answer = await send("/v1" + path, {
        method: "POST",
        headers: {
          authorization: "Bearer ${apiKey}",
          "content-type": "application/json",
          "idempotency-key": shownKey,
        },
        body: JSON.stringify(example),
      });
      const { status, error } = await answer.json();
      return [answer.status, error?.message ?? status];
    };
    const wallet = await example("/accounts");
    const customer = await example("/customers");
    const first = await example("/accounts");
    const { requestBody } = paths["/accounts"].post;
    requestBody.content["application/json"].example.externalId = "another";
    const second = await example("/accounts");
    const funding = await example("/sandbox/account-funding");
    const transfer = await example("/transfers");
    return [customer, wallet, first, second, funding, transfer];`);
  const tried = await visit(`${origin}/docs#tag/customers`, script, WITHOUT_LIBRARY);
  const answers = tried.value as [number, string][];
  assert.deepEqual(
    answers.map(([status]) => status),
    [201, 404, 201, 201, 201, 201],
    String(answers),
  );
});

test("reference page: a key that was used, a reload -> the examples show the key's own Product", {
  skip: NO_BROWSER,
}, async () => {
  const { apiKey, productId } = server.demo;
  const use = inPage(`
    await until(() => typeof routes !== "undefined" && routes.length > 0);
    await send("/v1/api-keys/current", { headers: { authorization: "Bearer ${apiKey}" } });`);
  const shown = inPage(`
    await until(() => section("POST/customers")?.innerText.includes("${productId}"));
    return true;`);
  const address = `${origin}/docs#tag/customers/POST/customers`;
  const { value } = await visit(address, use, { ...WITHOUT_LIBRARY, afterReload: shown });
  assert.equal(value, true);
});

test("documentation: pages of text, as a browser asks for them -> styled, 390 pixels wide, nothing refused", {
  skip: NO_BROWSER,
}, async () => {
  const script = `[getComputedStyle(document.querySelector("h1")).fontSize,
    document.documentElement.scrollWidth - document.documentElement.clientWidth]`;
  for (const path of [
    "/docs/errors",
    "/docs/errors/not_found",
    "/docs/mcp",
    "/docs/objects",
    "/",
  ]) {
    const visited = await visit(origin + path, script, { width: 390 });
    assert.deepEqual(visited.value, ["28px", 0], path);
    assertQuiet(visited);
  }
});

/** No error, no warning, and nothing asked of another host. */
function assertQuiet({ said, requested }: Visit): void {
  assert.deepEqual(said, []);
  const elsewhere = requested.filter(
    (url) => !url.startsWith(origin) && !/^(data|blob):/.test(url),
  );
  assert.deepEqual(elsewhere, []);
}
