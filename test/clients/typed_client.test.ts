/**
 * A client that knows only the published contract: its types are generated, a program is checked
 * against them as strictly as TypeScript can, and the program runs against a real server.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import openapiTypescript, { astToString } from "openapi-typescript";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const ROOT = dirname(dirname(import.meta.dirname));
/** A folder inside of the project, where a program finds its packages; git ignores the folder. */
const PLACE = join(ROOT, ".build", "typed_client");
const PROGRAM = join(PLACE, "quick_start.ts");

let server: Server;

before(async () => {
  server = await sharedServer();
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE, { recursive: true });
  writeFileSync(join(PLACE, "package.json"), '{ "type": "module" }');
  const contract = new URL("/openapi.json", server.baseUrl);
  const types = astToString(await openapiTypescript(contract));
  writeFileSync(join(PLACE, "contract.d.ts"), types);
  copyFileSync(join(import.meta.dirname, "quick_start.ts"), PROGRAM);
});

test("typed client: the quick start over generated types -> passes the strictest check", async () => {
  const { code, output } = await check(PROGRAM);
  assert.equal(code, 0, output);
});

const MISTAKES: readonly [what: string, from: string, to: string, complaint: RegExp][] = [
  ["an amount that is a number", 'amount: "25000"', "amount: 25000", /not assignable to type/],
  [
    "a body without its currency",
    'amount: "25000",\n      currency: "EUR"',
    'amount: "25000"',
    /currency/,
  ],
  [
    "a mutation without its key",
    "params: change(),\n    body: {\n      sourceAccountId: wallet",
    "body: {\n      sourceAccountId: wallet",
    /params/,
  ],
  [
    "a path that is none",
    '"/accounts/{accountId}/balance"',
    '"/accounts/{accountId}/balances"',
    /balances/,
  ],
  ["a field that is none", "balance.available", "balance.availible", /availible/],
];

test("typed client: a program with a mistake -> the types say so, for each mistake", async () => {
  const sound = readFileSync(PROGRAM, "utf8");
  const paths = MISTAKES.map(([what, from, to], index) => {
    assert.ok(sound.includes(from), what);
    const path = join(PLACE, `mistake_${index}.ts`);
    writeFileSync(path, sound.replace(from, to));
    return path;
  });
  const { code, output } = await check(...paths);
  assert.notEqual(code, 0);
  const complaints = output.split(/^(?=\S)/m);
  for (const [index, [what, , , complaint]] of MISTAKES.entries()) {
    const own = complaints.filter((text) => text.includes(`mistake_${index}.ts(`));
    assert.match(own.join(""), complaint, what);
  }
});

test("typed client: the quick start against a server -> money moved, a refusal by its code", async () => {
  const { productId, apiKey } = server.demo;
  const variables = { BASE_URL: server.baseUrl, API_KEY: apiKey, PRODUCT_ID: productId };
  const { code, output } = await run(["--import", "tsx", PROGRAM], variables);
  assert.equal(code, 0, output);
  assert.deepEqual(JSON.parse(output), {
    status: "posted",
    available: "25000",
    refused: "insufficient_balance",
    listed: 1,
    hasMore: true,
  });
});

function check(...paths: string[]) {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  return run([
    tsc,
    ...["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"],
    ...["--noImplicitOverride", "--noPropertyAccessFromIndexSignature", "--noUnusedLocals"],
    ...["--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable"],
    ...["--types", "node", "--allowImportingTsExtensions", "--skipLibCheck", ...paths],
  ]);
}

function run(args: string[], variables: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...variables };
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}
