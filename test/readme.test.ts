/**
 * Checks the documents: the shell blocks of a document run in order in one bash, in a copy of what
 * git would clone, and print the answer that follows each block; links lead to existing files; tests,
 * options, commands and constants that a document names exist. In an answer `…` stands for any text.
 * A server of its own: its clock moves until the code of an agent has expired.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { PAGE } from "../scripts/trial/page.ts";
import { expect } from "./support/client.ts";
import {
  brokenLinksOf,
  clonedPaths,
  copyAsCloned,
  exists,
  type Fence,
  fencesOf,
  linkedPathsOf,
  type Markdown,
  markdownDocuments,
  namedTestsOf,
  promisesOf,
  ROOT,
  sectionOf,
} from "./support/markdown.ts";
import { ownAddress } from "./support/own_address.ts";

import { openPeople } from "./support/people.ts";
import { type Server, startServer, stopServer } from "./support/server.ts";
import { patternOf, runBlocks } from "./support/shell.ts";
import { newTestClock } from "./support/test_clock.ts";

type Step = { command: string; answer: string | undefined };

/** Languages of a block that holds what the shell block before it printed. */
const ANSWERS = ["json", "http", "text"];
/** The largest README, bytes: the details are in the documents that it links. */
const README_BYTES_MAX = 18_000;

const documents = markdownDocuments();
const readme = documentAt("README.md");
const manual = documentAt("scripts/README.md");
const guarantees = documentAt("test/README.md");
const temporary = mkdtempSync(join(tmpdir(), "readme-test-"));
/**
 * A mark in the environment of every process that a block starts, by which all of them are found
 * and ended.
 */
const mark = randomUUID();

after(() => {
  for (const pid of markedProcesses()) process.kill(pid, "SIGKILL");
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

test(`readme: its size -> at most ${README_BYTES_MAX} bytes`, () => {
  assert.ok(Buffer.byteLength(readme.text) <= README_BYTES_MAX);
});

for (const document of [readme, manual]) {
  // Whoever reads the manual has built the server, as the README says.
  const isBuilt = document === manual;
  test(`${document.path}: its shell blocks, in order, in a fresh copy -> exit 0 and the answers that follow`, () =>
    walk(document, { isBuilt }));
}

test("readme: a port that another server has -> the first block says so, names --port, and asks that server nothing", async () => {
  let asked = 0;
  const foreign = createServer((_request, response) => {
    asked++;
    response.end('{"status":"ready"}');
  }).listen(0, "127.0.0.1");
  await once(foreign, "listening");
  try {
    const { port } = foreign.address() as AddressInfo;
    const copy = newCopy({ isBuilt: true });
    const { code, output, outputs } = await runSteps(stepsOf(fencesOf(readme)), copy, port);
    assert.equal(code, 1, output);
    assert.match(output, /^cannot listen on 127\.0\.0\.1:\d+: .* --port /m);
    assert.deepEqual([outputs.length, asked], [1, 0]);
  } finally {
    foreign.close();
  }
});

test("readme: an agent whose code has expired -> its block says so and ends", async () => {
  const clock = newTestClock();
  const server = await startServer(["--shards", "1", "--edges", "1"], undefined, clock);
  const steps = stepsOf(fencesOf(readme));
  const stepWith = (text: string) => steps.find(({ command }) => command.includes(text));
  const [ask, wait] = [stepWith("/oauth/device"), stepWith("token()")];
  assert.ok(ask !== undefined && wait !== undefined && steps.indexOf(ask) < steps.indexOf(wait));
  const field = /^field\(\) .*$/m.exec(readme.text)?.[0];
  const blocks = [{ command: `${field}\nurl=${server.baseUrl}` }, ask, wait];
  const folder = mkdtempSync(join(temporary, "expired-"));
  const { code, output } = await runSteps(blocks, folder, 0, (soFar) => {
    if (soFar.includes("?user_code=")) clock.set(clock.nowMs() + 3_600_000);
  });
  await stopServer(server);
  assert.equal(code, 1, output);
  assert.match(output, /nobody decided in time; ask again\n$/);
});

test("documents: all that have shell blocks -> are run above, and the page that adds a noun by npm run trial", () => {
  const withBlocks = documents.filter((document) => stepsOf(fencesOf(document)).length > 0);
  const run = ["README.md", "scripts/README.md", PAGE];
  assert.deepEqual(withBlocks.map(({ path }) => path).sort(), run);
});

test("readme: an answer that is not what was printed -> does not match", () => {
  assert.match('{"a":"1","b":"2"}', patternOf('{"a":"1","b":"…"}\n'));
  assert.doesNotMatch('{"a":"3","b":"2"}', patternOf('{"a":"1","b":"…"}\n'));
  assert.doesNotMatch("posted\nmore", patternOf("posted"));
  assert.doesNotMatch("a.b".replace(".", "x"), patternOf("a.b"));
});

test("documents: every relative link -> an existing file, every anchor -> a heading", () => {
  const broken = documents.flatMap((document) =>
    brokenLinksOf(document).map((link) => `${document.path}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test("documents: every decision -> linked from a document that is no decision", () => {
  const isDecision = (path: string) => path.startsWith("src/decisions/");
  const others = documents.filter(({ path }) => !isDecision(path));
  const linked = new Set(others.flatMap(({ path, text }) => linkedPathsOf(path, text)));
  const decisions = documents.map(({ path }) => path).filter(isDecision);
  assert.ok(decisions.length > 50);
  assert.deepEqual(
    decisions.filter((path) => !linked.has(path)),
    [],
  );
});

test("documents: every test that one names -> exists under that title", () => {
  for (const path of ["src/ARCHITECTURE.md", "test/README.md", "wal/README.md"]) {
    assert.ok(namedTestsOf(documentAt(path)).length > 5, `${path} names tests`);
  }
  const named = documents.flatMap((document) =>
    namedTestsOf(document).map((test) => ({ document: document.path, ...test })),
  );
  assert.deepEqual(
    named.filter((test) => !exists(test)),
    [],
  );
});

test("documents: every promise of a table -> names a test that holds it", () => {
  const promises = documents.flatMap((document) => promisesOf(document));
  assert.ok(promises.length > 50);
  assert.deepEqual(
    promises.filter((promise) => namedTestsOf(promise).length === 0),
    [],
  );
});

test("readme: every test file that its guarantees link -> stands in test/README.md", () => {
  const linked = linkedPathsOf(readme.path, sectionOf(readme, "Guarantees"));
  const tests = linked.filter((path) => path.endsWith(".test.ts"));
  assert.ok(tests.length > 5);
  const named = namedTestsOf(guarantees).map(({ file }) => file);
  assert.deepEqual(
    tests.filter((path) => !named.includes(path)),
    [],
  );
});

test("manual: its table of options -> the flags and variables of --help, no more, no fewer", () => {
  const help = execFileSync(process.execPath, [".build/main.js", "--help"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const helped = [...help.matchAll(/^ {2}(--[a-z-]+)(?: [A-Z]+)? +([A-Z_]+)/gm)];
  const listed = [
    ...manual.text.matchAll(/^\| `(--[a-z-]+)(?: [A-Z]+)?` +\| `([A-Z_]+)(?:=1)?`/gm),
  ];
  const pairs = (rows: RegExpMatchArray[]) => rows.map(([, flag, variable]) => [flag, variable]);
  assert.ok(helped.length > 5);
  assert.deepEqual(pairs(listed), pairs(helped));
});

test("manual: every script of package.json that is a file of scripts/ -> stands in it", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const names = Object.entries(scripts)
    .filter(([name, run]) => !name.startsWith("pre") && run.includes(" scripts/"))
    .map(([name]) => name);
  assert.ok(names.length > 10);
  assert.deepEqual(
    names.filter(
      (name) => !new RegExp(`\\bnpm( run( -s)?)? ${name}\\b|\`${name}\``).test(manual.text),
    ),
    [],
  );
});

test("documents: every constant of a limit that one names -> is declared in a source", () => {
  const declared = new Set(
    clonedPaths()
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join(ROOT, path), "utf8"))
      .flatMap((source) => [...source.matchAll(/\bconst ([A-Z][A-Z0-9_]*)/g)])
      .map(([, name]) => name as string),
  );
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)*_(?:MAX|LIMIT|DEFAULT|MS|BYTES|SOFT))`/g)].map(
      ([, name]) => ({ path, name: name as string }),
    ),
  );
  assert.ok(named.length > 30);
  assert.deepEqual(
    named.filter(({ name }) => !declared.has(name)),
    [],
  );
});

function documentAt(path: string): Markdown {
  const found = documents.find((document) => document.path === path);
  assert.ok(found !== undefined, `${path} exists`);
  return found;
}

/**
 * Runs the blocks of a document and compares what each printed with the answer that follows it. `isBuilt`:
 * whether the copy has the build of this tree, which is that of its sources; else its first start makes it.
 */
async function walk(document: Markdown, { isBuilt }: { isBuilt: boolean }): Promise<void> {
  const steps = stepsOf(fencesOf(document));
  assert.ok(steps.length > 5, "the document has shell blocks");
  const copy = newCopy({ isBuilt });
  const { port } = await ownAddress();
  let consent: Promise<void> | undefined;
  const { code, output, errors, outputs } = await runSteps(steps, copy, port, (soFar) => {
    const userCode = /\?user_code=([A-Z]{4}-[A-Z]{4})\n/.exec(soFar)?.[1];
    if (userCode !== undefined) consent ??= letIn(copy, port, userCode);
  });
  await consent;
  const reached = steps[outputs.length - 1]?.command ?? "";
  assert.equal(code, 0, `stopped with ${code} in the block\n${reached}\n${output}\n${errors}`);
  for (const [at, { command, answer }] of steps.entries()) {
    if (answer === undefined) continue;
    const printed = (outputs[at] as string).replaceAll("\r", "").trim();
    assert.match(printed, patternOf(answer), `printed after\n${command}`);
  }
}

/** A copy of this tree as git would clone it, in a folder of its own, because blocks write beside their clone. */
function newCopy({ isBuilt }: { isBuilt: boolean }): string {
  const copy = join(mkdtempSync(join(temporary, "walk-")), "copy");
  copyAsCloned(copy);
  if (isBuilt) copyBuild(copy);
  return copy;
}

/** Runs steps of a document in a folder, with a server's port of their own. */
function runSteps(
  steps: readonly Pick<Step, "command">[],
  cwd: string,
  port: number,
  onOutput: (soFar: string) => void = () => {},
) {
  const { PORT, DATA_DIR, ...inherited } = process.env;
  const environment = { ...inherited, PORT: String(port), README_TEST: mark };
  const blocks = steps.map(({ command }) => command);
  return runBlocks(blocks, { cwd, environment, onOutput });
}

function stepsOf(fences: readonly Fence[]): Step[] {
  return fences.flatMap(({ language, text }, at) => {
    if (language !== "sh") return [];
    const next = fences[at + 1];
    const answer = next !== undefined && ANSWERS.includes(next.language) ? next.text : undefined;
    return [{ command: text, answer }];
  });
}

/**
 * The build of this tree, without what the tests have there. It is newer than the copied sources, as the
 * programs of the operator want it (scripts/run.mjs).
 */
function copyBuild(to: string): void {
  const isOfTests = (path: string) => /\/\.build\/(tests|install)-\d+$/.test(path);
  cpSync(join(ROOT, ".build"), join(to, ".build"), {
    recursive: true,
    filter: (path) => !isOfTests(path),
  });
}

/** What a person does in the browser meanwhile: logs in as the founder, and lets the agent in that waits. */
async function letIn(copy: string, port: number, userCode: string): Promise<void> {
  const dataDir = join(copy, "data");
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Server["demo"];
  const people = await openPeople({ baseUrl: `http://127.0.0.1:${port}/v1`, dataDir });
  try {
    const founder = people.browser(demo.founder.email);
    await people.logIn(founder, { password: demo.founder.password });
    expect(await founder.post(`/oauth/device/${userCode}/approve`, {}), 200);
  } finally {
    people.close();
  }
}

function markedProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`README_TEST=${mark}`);
      } catch {
        // The process ended meanwhile, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}
