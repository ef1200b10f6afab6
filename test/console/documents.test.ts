/** What is served below /console, over real sockets: the document, its files, and what is not there. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let origin: string;

before(async () => {
  server = await sharedServer();
  origin = new URL(server.baseUrl).origin;
});

/** Addresses that the document names. */
const named = (html: string) =>
  [...html.matchAll(/(?:src|href|content)="(\/console\/[^"]+)"/g)].map(
    ([, path]) => path as string,
  );

test("console documents: any path of the pages -> one document, which nothing strange can run in", async () => {
  const paths = ["/console", "/console/", "/console/login", "/console/a/b/c?next=//evil.example"];
  const texts = new Set<string>();
  for (const path of paths) {
    const response = await fetch(origin + path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "no-cache");
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
    assert.match(policy, /base-uri 'none'; form-action 'none'; frame-ancestors 'none'/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*|http|data:/);
    const text = await response.text();
    assert.doesNotMatch(text, /<style|style=|<script[^>]*>[^<]|\son\w+=|https?:/);
    texts.add(text);
    const head = await fetch(origin + path, { method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("etag")], [200, response.headers.get("etag")]);
  }
  assert.equal(texts.size, 1);
});

test("console documents: the files that it names -> kept for ever, coded, 304 for their tag", async () => {
  const files = named(await (await fetch(`${origin}/console`)).text());
  assert.deepEqual(
    files.map((path) => path.replace(/-[A-Z0-9]{8}\./, ".")).sort(),
    ["console.js", "icon.svg", "solver.js", "style.css"].map((name) => `/console/assets/${name}`),
  );
  for (const path of files) {
    const coded = { "accept-encoding": "br" };
    const response = await fetch(origin + path, { headers: coded });
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.match(response.headers.get("content-digest") ?? "", /^sha-256=:/);
    const isSmall = Number((await response.arrayBuffer()).byteLength) < 512;
    assert.equal(response.headers.get("content-encoding"), isSmall ? null : "br", path);
    const held = { ...coded, "if-none-match": response.headers.get("etag") ?? "" };
    assert.equal((await fetch(origin + path, { headers: held })).status, 304, path);
  }
});

test("console documents: an unknown file, another method -> 404 in the envelope", async () => {
  for (const path of [
    "/console/assets/",
    "/console/assets/console-AAAAAAAA.js",
    "/console/assets/a/b",
  ]) {
    const response = await fetch(origin + path);
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const { error } = (await response.json()) as { error: { code: string } };
    assert.equal(error.code, "not_found");
  }
  const posted = await fetch(`${origin}/console/login`, { method: "POST", body: "{}" });
  assert.deepEqual([posted.status, posted.headers.get("allow")], [404, "GET, HEAD, OPTIONS"]);
  await posted.body?.cancel();
});
