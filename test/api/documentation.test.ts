/**
 * The documentation as an agent finds it that knows the host alone: from `/llms.txt` by links to Markdown, each page
 * complete by itself and small enough to be read; and the same pages as HTML for people.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { KEEP_ALIVE_MS, STALLED_MS, STREAMS_OF_CREDENTIAL_MAX } from "../../src/calls/streams.ts";
import { isDescribed } from "../../src/contract/declare/stream_form.ts";
import { ERROR_CODES } from "../../src/contract/refusals/error_catalog.ts";
import { operations } from "../../src/features/registry.ts";
import { expect, openClient } from "../support/client.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** The most bytes of a page: 15,000 tokens of a language model, of four bytes each. */
const PAGE_BYTES_MAX = 60_000;
const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";
/** What the guides link besides Markdown: documents for programs, and the guide in one piece. */
const NO_MARKDOWN =
  /\.(json|graphql|txt)$|\/(healthz|readyz)$|\/\.well-known\/oauth-(authorization-server|protected-resource\/v1\/mcp)$/;

let server: Server;
let origin: string;
const pages = new Map<string, string>();

/** The Markdown below `/docs` that the text links, followed from page to page. */
async function follow(text: string, from: string): Promise<void> {
  for (const link of linksIn(text)) {
    assert.ok(link.startsWith(`${origin}/`), `${from} links ${link}, which is of this host`);
    const url = link.replace(/#.*$/, "");
    if (pages.has(url)) continue;
    const response = await fetch(url);
    assert.equal(response.status, 200, `${from} links ${url}`);
    if (NO_MARKDOWN.test(url)) continue;
    assert.equal(response.headers.get("content-type"), MARKDOWN_TYPE, `${from} links ${url}`);
    const page = await response.text();
    pages.set(url, page);
    await follow(page, url);
  }
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
}

const areas = () => [...pages].filter(([, text]) => /^## Shapes$/m.test(text));
const told = (text: string) => [...text.matchAll(/^### ([a-z_.]+)$/gm)].map(([, id]) => id);

before(async () => {
  server = await sharedServer();
  origin = new URL(server.baseUrl).origin;
  await follow(await (await fetch(`${origin}/llms.txt`)).text(), "/llms.txt");
});

test("documentation: every link of llms.txt and of the pages -> 200, and Markdown", () => {
  for (const code of ERROR_CODES) assert.ok(pages.has(`${origin}/docs/errors/${code}.md`), code);
  for (const path of ["/docs/mcp", "/docs/event-streams", "/docs/walk-through", "/docs/errors"]) {
    assert.ok(pages.has(`${origin}${path}.md`), path);
  }
  assert.ok(areas().length > 20);
});

test("documentation: every operation and stream -> on exactly one page of an area, with its route", () => {
  const places = new Map<string, string[]>();
  for (const [url, text] of areas()) {
    for (const id of told(text)) places.set(String(id), [...(places.get(String(id)) ?? []), url]);
  }
  const expected = operations.filter(isDescribed);
  assert.ok(expected.some(({ stream }) => stream !== undefined));
  for (const { id, http } of expected) {
    const [place = "", ...others] = places.get(id) ?? [];
    assert.deepEqual(others, [], id);
    const text = pages.get(place) ?? "";
    assert.ok(text.includes(`### ${id}\n\n\`${http.method} /v1${http.path}\`\n`), id);
  }
  assert.equal(places.size, expected.length);
});

test(`documentation: each page -> at most ${PAGE_BYTES_MAX} bytes`, () => {
  for (const [url, text] of pages) {
    const bytes = Buffer.byteLength(text);
    assert.ok(bytes <= PAGE_BYTES_MAX, `${url} has ${bytes} bytes`);
  }
});

test("documentation: a page of an area -> every shape, code and field that it names is explained in it", () => {
  for (const [url, text] of areas()) {
    const shapes = new Set([...text.matchAll(/^- `([A-Z]\w+)`: /gm)].map(([, name]) => name));
    const types = [...text.matchAll(/^ +- `\w+` \((.*), (?:required|optional)\)/gm)]
      .flatMap(([, type = ""]) => type.replaceAll(/"[^"]*"/g, "string").split(" or "))
      .map((type) => type.replace(/^(array of )+/, ""));
    for (const type of types) {
      assert.ok(!/^[A-Z]/.test(type) || shapes.has(type), `${url}: ${type}`);
    }
    const codes = new Set([...text.matchAll(/^- `([a-z_]+)` \(\d{3}/gm)].map(([, code]) => code));
    for (const [, line = ""] of text.matchAll(/^- (?:Codes|Every [^:]+): (.*)$/gm)) {
      for (const [, code] of line.matchAll(/`([a-z_]+)`/g))
        assert.ok(codes.has(code), `${url}: ${code}`);
    }
    const [, common = ""] = /## Common fields\n([\s\S]*?)\n## /.exec(text) ?? [];
    const explained = new Set([...common.matchAll(/^- `(\w+)` /gm)].map(([, name]) => name));
    for (const [, name, type = ""] of text.matchAll(
      /^ +- `(\w+)` \((.*), (?:required|optional)\)$/gm,
    )) {
      const isShape = [...shapes].some((shape) => new RegExp(`\\b${shape}\\b`).test(type));
      assert.ok(explained.has(name) || isShape || /^"/.test(type), `${url}: ${name}`);
    }
  }
});

test("documentation: a page of HTML -> its Markdown at .md and by Accept, its links to pages, no script but the search", async () => {
  for (const url of pages.keys()) {
    const path = url.replace(/\.md$/, "");
    const page = await fetch(path, { headers: { accept: "text/html,*/*;q=0.8" } });
    assert.deepEqual([page.status, page.headers.get("content-type")], [200, HTML_TYPE], path);
    assert.match(page.headers.get("vary") ?? "", /(^|, )accept($|,)/);
    const html = await page.text();
    const twin = await fetch(path, { headers: { accept: "text/markdown" } });
    assert.equal(twin.headers.get("content-type"), MARKDOWN_TYPE, path);
    assert.match(twin.headers.get("vary") ?? "", /(^|, )accept($|,)/);
    assert.equal(await twin.text(), pages.get(url), path);
    assert.notEqual(twin.headers.get("etag"), page.headers.get("etag"), path);
    if (path.endsWith("/docs")) continue;
    const twinPath = new URL(url).pathname;
    assert.ok(
      html.includes(`<link rel="alternate" type="text/markdown" href="${twinPath}">`),
      path,
    );
    const text = html
      .replace(`<a href="${twinPath}">This page as Markdown</a>`, "")
      .replace('<script src="/docs/search.js"></script>', "");
    assert.equal(html.length - text.length > 60, true, path);
    assert.doesNotMatch(text, /<script|<style| style=| on\w+=|<a href="[^"]*\.md"/, path);
    for (const [, href = ""] of text.matchAll(/<a href="(\/docs[^"#]*)"/g)) {
      assert.ok(pages.has(`${origin}${href}.md`), `${path}: ${href}`);
    }
  }
});

test("documentation: the root by Accept -> the descriptor, a page for people, Markdown", async () => {
  const short = await (await fetch(`${origin}/llms.txt`)).text();
  for (const [accept, type] of [
    ["*/*", "application/json"],
    ["application/json", "application/json"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML_TYPE],
    ["text/markdown", MARKDOWN_TYPE],
  ] as const) {
    const response = await fetch(`${origin}/`, { headers: { accept } });
    assert.equal(response.headers.get("content-type"), type, accept);
    const text = await response.text();
    assert.ok(text.includes(`${origin}/v1/mcp`), accept);
    if (type === MARKDOWN_TYPE) assert.equal(text, short);
  }
});

test("documentation: agents -> the address, both ways to log in and settings of hosts, in each document", async () => {
  const root = (await (await fetch(`${origin}/`)).json()) as { agents: Agents };
  const endpoint = `${origin}/v1/mcp`;
  const { agents } = root;
  assert.equal(agents.endpoint, endpoint);
  const asked = await fetch(agents.endpoint, { method: "POST", body: "{}" });
  assert.equal(asked.status, 401);
  assert.ok(asked.headers.get("www-authenticate")?.includes(agents.metadata.resource));
  const server = (await (await fetch(agents.metadata.authorizationServer)).json()) as object;
  const { authorize, device, token, register } = agents.login;
  assert.deepEqual(
    [authorize, device, token, register],
    ["authorization", "device_authorization", "token", "registration"].map(
      (name) => (server as Record<string, string>)[`${name}_endpoint`],
    ),
  );
  const page = pages.get(`${origin}/docs/mcp.md`) ?? "";
  for (const { host, text } of agents.hosts) {
    assert.ok(text.includes(endpoint), host);
    assert.ok(page.includes(`### ${host}\n`) && page.includes(`\n${text}\n`), host);
  }
  const files = agents.hosts.filter(({ language }) => language === "json");
  for (const { text, host } of files) assert.equal(typeof JSON.parse(text), "object", host);
  assert.ok(agents.hosts.length >= 7);
  for (const path of ["/llms.txt", "/llms-full.txt"]) {
    const guide = await (await fetch(origin + path)).text();
    for (const said of [endpoint, device, token])
      assert.ok(guide.includes(said), `${path} ${said}`);
  }
});

type Agents = {
  endpoint: string;
  metadata: { resource: string; authorizationServer: string };
  login: { authorize: string; device: string; token: string; register: string };
  hosts: { host: string; language: string; text: string }[];
};

test("documentation: the device flow as the page has it -> a code for a person, then pending", async () => {
  const page = pages.get(`${origin}/docs/mcp.md`) ?? "";
  const [asks, polls] = [...page.matchAll(/^curl -sS (\S+) (-d .*)$/gm)].map(
    ([, url = "", form = ""]) => ({ url, form: formIn(form) }),
  );
  const begun = await fetch(asks?.url ?? "", { method: "POST", body: asks?.form as never });
  assert.equal(begun.status, 200);
  const { device_code, verification_uri_complete } = (await begun.json()) as Record<string, string>;
  assert.ok(verification_uri_complete?.startsWith(`${origin}/console/device?user_code=`));
  polls?.form.set("device_code", String(device_code));
  const polled = await fetch(polls?.url ?? "", { method: "POST", body: polls?.form as never });
  assert.equal(((await polled.json()) as { error: string }).error, "authorization_pending");
});

/** The form that curl sends for these words of a command. */
function formIn(words: string): URLSearchParams {
  const pairs = [...words.matchAll(/-d (?:'([^']*)'|(\S+))/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  return new URLSearchParams(pairs.join("&"));
}

test("documentation: the contract's oauth2 -> the addresses and scopes of the server's metadata, on the operations for tokens", async () => {
  const contract = (await (await fetch(`${origin}/openapi.json`)).json()) as Contract;
  const { agents } = (await (await fetch(`${origin}/`)).json()) as { agents: Agents };
  const metadata = await (await fetch(agents.metadata.authorizationServer)).json();
  const supported = (metadata as { scopes_supported: string[] }).scopes_supported;
  const { flows } = contract.components.securitySchemes["oauth2"] as { flows: Flows };
  const at = (address: string | undefined) => new URL(address ?? "", origin).href;
  const { authorizationCode, "x-device-authorization": device } = flows;
  const { authorize, token } = agents.login;
  assert.equal(at(authorizationCode?.authorizationUrl), authorize);
  assert.equal(at(device?.deviceAuthorizationUrl), agents.login.device);
  for (const flow of [authorizationCode, device]) {
    assert.deepEqual([at(flow?.tokenUrl), at(flow?.refreshUrl)], [token, token]);
    assert.deepEqual(Object.keys(flow?.scopes ?? {}), supported);
  }
  for (const { id, http, principals, scope } of operations.filter(
    (one) => one.inContract !== false,
  )) {
    const published = contract.paths[http.path]?.[http.method.toLowerCase()];
    const takesTokens = principals.some((kind) => kind === "founder" || kind === "agent");
    const named = (published?.security ?? contract.security).find((one) => "oauth2" in one);
    const isNamed = takesTokens && !principals.includes("public");
    assert.deepEqual(
      named?.["oauth2"],
      isNamed ? (scope === undefined ? [] : [scope]) : undefined,
      id,
    );
  }
});

type Security = Record<string, string[]>;
type Flow = Partial<
  Record<"authorizationUrl" | "deviceAuthorizationUrl" | "tokenUrl" | "refreshUrl", string>
> & { scopes: Record<string, string> };
type Flows = Record<string, Flow>;

test("documentation: event streams -> in guides, contract and catalog, with types, resume and waiting", async () => {
  const streams = operations.filter(({ stream }) => stream !== undefined);
  const catalog = await catalogEntries();
  const page = pages.get(`${origin}/docs/event-streams.md`) ?? "";
  const full = await (await fetch(`${origin}/llms-full.txt`)).text();
  const contract = (await (await fetch(`${origin}/openapi.json`)).json()) as Contract;
  for (const { id, http, tag } of streams) {
    const route = `\`GET /v1${http.path}\``;
    const words = contract.tags.find(({ name }) => name === tag)?.description ?? "";
    for (const text of [page, full, words]) assert.ok(text.includes(route), id);
    const entry = catalog.find(({ operation }) => operation === id);
    assert.equal(entry?.path, http.path, id);
    const { types = [], id: resumed = "", begins = "" } = entry?.stream ?? {};
    assert.ok(types.length > 0 && resumed !== "" && begins !== "", id);
    assert.ok(words.includes(resumed) && words.includes(begins), id);
  }
  for (const text of [page, full, contract.info.description]) {
    for (const said of [
      "`Last-Event-ID`",
      "`retry: 1000`",
      `${KEEP_ALIVE_MS / 1_000} seconds while nothing happens`,
      `for ${STALLED_MS / 1_000} seconds`,
      `${STREAMS_OF_CREDENTIAL_MAX.toLocaleString("en-US")} streams`,
    ]) {
      assert.ok(text.includes(said), said);
    }
  }
});

type Entry = {
  operation: string;
  path: string;
  stream?: { types: string[]; id: string; begins: string };
};

/** The catalog's operations, from all its pages. */
async function catalogEntries(): Promise<Entry[]> {
  const client = await openClient(server, server.demo);
  const entries: Entry[] = [];
  for (let cursor = ""; ; ) {
    const path = `/catalog/operations?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { body } = expect(await client.get(path), 200);
    entries.push(...(body["items"] as Entry[]));
    if (body["nextCursor"] === undefined) break;
    cursor = encodeURIComponent(String(body["nextCursor"]));
  }
  client.close();
  return entries;
}

type Contract = {
  tags: { name: string; description: string }[];
  info: { description: string };
  security: Security[];
  paths: Record<string, Record<string, { security?: Security[] }>>;
  components: { securitySchemes: Record<string, object> };
};
