/**
 * `/docs` and its guides in a real browser: found by meaning, read by everybody, light; and the same guides as
 * Markdown. What the commands of the guides do is shown by guides.test.ts.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Browser } from "puppeteer-core";
import { GUIDES } from "../../src/discovery/guides/guides.ts";
import { faultsByAxe } from "../support/axe.ts";
import { NO_BROWSER, newVisitor } from "../support/browser.ts";
import { handOf } from "../support/hand.ts";
import { sharedBrowser } from "../support/shared_browser.ts";
import { sharedServer } from "../support/shared_server.ts";

/** What `/docs` may weigh: elements, and bytes as they are sent. With the reference in it, it had 710 and 1,200,000. */
const NODES_MAX = 250;
const BYTES_MAX = 12_000;
const FIELD = "Search guides, operations and error codes";
const TRANSFERS = "/docs#tag/transfers/POST/transfers";

let origin: string;
let browser: Browser;

before(async () => {
  if (!NO_BROWSER) browser = await sharedBrowser();
  origin = new URL((await sharedServer()).baseUrl).origin;
});

/** Questions of people, and a part of the address of what must be among the first three. */
const QUESTIONS: readonly (readonly [question: string, href: string])[] = [
  ["hold", "/guides/hold-and-capture"],
  ["refund", "/guides/refund"],
  ["pagination", "/guides/pagination"],
  ["webhook signature", "/guides/webhook-signature"],
  ["how do I send money", "/guides/first-transfer"],
  ["pay somebody", "/guides/first-transfer"],
  ["wallet", "/guides/first-transfer"],
  ["give money back to a customer", "/guides/refund"],
  ["chargeback", "/guides/refund"],
  ["partial refunds", "/guides/refund"],
  ["authorise and capture a card payment", "/guides/hold-and-capture"],
  ["reserve an amount", "/guides/hold-and-capture"],
  ["release a hold", "/guides/hold-and-capture"],
  ["next page of a list", "/guides/pagination"],
  ["cursor", "/guides/pagination"],
  ["what to do after a timeout", "/guides/idempotency-and-retries"],
  ["retry", "/guides/idempotency-and-retries"],
  ["avoid a duplicate payment", "/guides/idempotency-and-retries"],
  ["verify hmac", "/guides/webhook-signature"],
  ["be notified of events", "/guides/webhook-signature"],
  ["identity check of a person", "/guides/kyc"],
  ["onboarding", "/guides/kyc"],
  ["mcp", "/guides/agent-with-approval"],
  ["connect an AI assistant", "/guides/agent-with-approval"],
  ["approve what an agent does", "/guides/agent-with-approval"],
  ["create a product from a template", "/guides/program-to-product"],
  ["blueprint", "/guides/program-to-product"],
  ["monthly statement csv", "/guides/statements-and-proofs"],
  ["prove a receipt", "/guides/statements-and-proofs"],
  ["reverse a transfer", "POST/transfers/{transferId}/reverse"],
  ["transfer.reverse", "POST/transfers/{transferId}/reverse"],
  ["block an account", "POST/accounts/{accountId}/freeze"],
  ["bulk transfers", "POST/transfers/batch"],
  ["invite a colleague", "/invitations"],
  ["rotate webhook secret", "/secret/rotate"],
  ["export as csv", "/export"],
  ["insufficient_balance", "/docs/errors/insufficient_balance"],
  ["go live", "activation"],
  ["top up a test account", "POST/sandbox/account-funding"],
  ["POST /transfer-holds", "POST/transfer-holds"],
  ["list the transfers of an account", "GET/accounts/{accountId}/transfers"],
  ["suspend a customer", "POST/customers/{customerId}/suspend"],
  ["close an account", "POST/accounts/{accountId}/close"],
  ["revoke an api key", "/revoke"],
  ["whose key is this", "GET/api-keys/current"],
  ["move the sandbox clock", "POST/sandbox/clock/advance"],
  ["trial balance", "/books"],
  ["rate limited", "/docs/errors/rate_limited"],
  ["change my password", "POST/users/me/password"],
  ["second factor", "mfa"],
  ["query with graphql", "graphql"],
  ["audit trail", "audit"],
  ["stop an agent", "/revoke"],
  ["replay missed webhooks", "recover"],
  ["quick start", "/guides/first-transfer"],
];

test("docs: questions in plain words -> what is meant is among the first three found", {
  skip: NO_BROWSER,
}, async () => {
  const { page, close } = await newVisitor(browser);
  await page.goto(`${origin}/docs`);
  const asked = JSON.stringify(QUESTIONS.map(([question]) => question));
  const found = (await page.evaluate(
    `loadIndex().then((index) => ${asked}.map((one) => rank(index, one).slice(0, 3).map(({ href }) => href)))`,
  )) as string[][];
  await close();
  const missed = QUESTIONS.flatMap(([question, href], at) =>
    found[at]?.some((one) => one.includes(href)) === true ? [] : [[question, href, found[at]]],
  );
  assert.deepEqual(missed, []);
});

test("docs: a search by keyboard -> told how many, Enter opens the first; a guide leads on to the reference", {
  skip: NO_BROWSER,
}, async () => {
  const { page, said, requested, close } = await newVisitor(browser);
  const hand = handOf(page);
  await page.goto(`${origin}/docs`);
  await hand.fill(FIELD, "refund");
  await page.waitForFunction(`/^[0-9]+ of [0-9]+ found/.test(found.textContent)`);
  await page.keyboard.press("Enter");
  await hand.sees("Refund a transfer");
  await hand.fill(FIELD, "reverse a transfer");
  await page.waitForSelector('#results a[href*="reverse"]');
  assert.deepEqual(await faultsByAxe(page), []);
  await page.click('#results a[href*="reverse"]');
  await page.waitForFunction(`document.body.innerText.includes("transfer.reverse")`);
  await hand.fill(FIELD, "zzzz");
  await hand.reads("Nothing was found.");
  assert.deepEqual(said, []);
  assert.deepEqual(
    requested.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url)),
    [],
  );
  await close();
});

for (const dark of [false, true]) {
  test(`docs: axe, ${dark ? "dark" : "light"}, first page, guides, reference -> nothing is found`, {
    skip: NO_BROWSER,
  }, async () => {
    const { page, said, close } = await newVisitor(browser, { dark });
    const paths = ["/docs", ...GUIDES.slice(0, 3).map(({ name }) => `/docs/guides/${name}`)];
    for (const path of paths) {
      await page.goto(origin + path);
      assert.deepEqual(await faultsByAxe(page), [], path);
    }
    await page.goto(origin + TRANSFERS);
    await page.reload();
    await page.waitForFunction(
      `document.querySelector('section[id$="POST/transfers"]')?.innerText.includes("sourceAccountId")`,
    );
    // Two frames: what was drawn last has its names then.
    await page.evaluate(
      "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))",
    );
    assert.deepEqual(await faultsByAxe(page), [], TRANSFERS);
    assert.deepEqual(said, []);
    await close();
  });
}

test(`docs: first page -> at most ${NODES_MAX} elements and ${BYTES_MAX} bytes, nothing of the reference`, {
  skip: NO_BROWSER,
}, async () => {
  const { page, requested, close } = await newVisitor(browser, { width: 390 });
  await page.goto(`${origin}/docs`, { waitUntil: "networkidle0" });
  const { nodes, bytes, wider } = (await page.evaluate(`({
    nodes: document.querySelectorAll("*").length,
    bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  })`)) as Record<string, number>;
  await close();
  assert.ok((nodes ?? Number.NaN) <= NODES_MAX, `${nodes} elements`);
  assert.ok((bytes ?? Number.NaN) <= BYTES_MAX && (bytes ?? 0) > 1_000, `${bytes} bytes`);
  assert.equal(wider, 0);
  const elsewhere = requested.filter(
    (url) => !/\/docs(\/docs\.css|\/search\.js)?$|^data:/.test(url),
  );
  assert.deepEqual(elsewhere, []);
});

test("docs: every guide -> a page and a Markdown twin with the address of this host, found from the first page", async () => {
  const first = await (await fetch(`${origin}/docs`)).text();
  for (const { name, title, steps } of GUIDES) {
    const path = `/docs/guides/${name}`;
    assert.ok(first.includes(`href="${path}"`), name);
    const page = await fetch(origin + path);
    assert.equal(page.status, 200, path);
    assert.ok((await page.text()).includes("<h1 "), path);
    const twin = await fetch(`${origin}${path}.md`);
    assert.equal(twin.headers.get("content-type"), "text/markdown; charset=utf-8");
    const markdown = await twin.text();
    assert.ok(markdown.startsWith(`# ${title}\n`), path);
    assert.match(markdown, new RegExp(`^BASE_URL=${origin}/v1$`, "m"));
    const commands = [...markdown.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, sh]) => sh);
    const own = steps.flatMap(({ sh, isYours }) => (sh === undefined || isYours ? [] : [sh]));
    for (const sh of own) assert.ok(commands.includes(sh), sh);
  }
});

test("docs: links of the guides to this host -> lead to what there is", async () => {
  for (const { name } of GUIDES) {
    const page = await (await fetch(`${origin}/docs/guides/${name}`)).text();
    const links = [...page.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => href as string);
    for (const href of new Set(links)) {
      assert.equal((await fetch(origin + href)).status, 200, `${name}: ${href}`);
    }
  }
});
