/**
 * A client that knows only the published contract: its types are generated, a program is checked
 * against them as strictly as TypeScript can, beside programs with a mistake each, and the program runs against a
 * real server.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { before, test } from "node:test";
import openapiTypescript, { astToString } from "openapi-typescript";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const ROOT = dirname(dirname(import.meta.dirname));
/** A folder inside of the project, where a program finds its packages; git ignores the folder. */
const PLACE = join(ROOT, ".build", "typed_client");
const PROGRAM = join(PLACE, "quick_start.ts");

let server: Server;
/** What the check of all programs complains of, by the name of the file. */
let complaints: ReadonlyMap<string, string>;

before(async () => {
  server = await sharedServer();
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE, { recursive: true });
  writeFileSync(join(PLACE, "package.json"), '{ "type": "module" }');
  const contract = new URL("/openapi.json", server.baseUrl);
  const types = astToString(await openapiTypescript(contract));
  writeFileSync(join(PLACE, "contract.d.ts"), types);
  copyFileSync(join(import.meta.dirname, "quick_start.ts"), PROGRAM);
  const sound = readFileSync(PROGRAM, "utf8");
  const mistakes = MISTAKES.map(([what, from, to], index) => {
    assert.ok(sound.includes(from), what);
    const path = join(PLACE, mistakeFile(index));
    writeFileSync(path, sound.replace(from, to));
    return path;
  });
  complaints = await complaintsOf(PROGRAM, ...mistakes);
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

test("typed client: the quick start over generated types -> passes the strictest check", () => {
  const withMistakes = MISTAKES.map((_, index) => mistakeFile(index));
  const others = [...complaints].filter(([file]) => !withMistakes.includes(file));
  assert.deepEqual(others, []);
});

test("typed client: a program with a mistake -> the types say so, for each mistake", () => {
  for (const [index, [what, , , complaint]] of MISTAKES.entries()) {
    assert.match(complaints.get(mistakeFile(index)) ?? "", complaint, what);
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

function mistakeFile(index: number): string {
  return `mistake_${index}.ts`;
}

/** What the compiler complains of in these files, by the name of the file; what is of no file is under "". */
async function complaintsOf(...paths: string[]): Promise<Map<string, string>> {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const { code, output } = await run([
    tsc,
    ...["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"],
    ...["--noImplicitOverride", "--noPropertyAccessFromIndexSignature", "--noUnusedLocals"],
    ...["--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable"],
    ...["--types", "node", "--allowImportingTsExtensions", "--skipLibCheck", ...paths],
  ]);
  assert.equal(code === 0, output === "", output);
  const found = new Map<string, string>();
  for (const text of output.split(/^(?=\S)/m)) {
    const [, path = ""] = /^(\S+)\(\d+,\d+\): /.exec(text) ?? [];
    const file = basename(path);
    if (text !== "") found.set(file, (found.get(file) ?? "") + text);
  }
  return found;
}

function run(args: string[], variables: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...variables };
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}
