/**
 * The README says what is so: its shell blocks run in order in one bash, in a copy of what git would
 * clone, and print what is shown after each; its links lead somewhere; the tests it names exist.
 * In a shown answer `…` stands for anything.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ownAddress } from "./support/own_address.ts";

type Fence = { language: string; text: string };
type Step = { command: string; shown: string | undefined };

/** The whole walk; less than the runner's own limit, so that its output is told, milliseconds. */
const WALK_MS = 280_000;
/** Languages of a block that shows what the shell block before it printed. */
const ANSWERS = ["json", "http", "text"];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(root, "README.md"), "utf8");
const temporary = mkdtempSync(join(tmpdir(), "readme-test-"));
/** In the environment of every process that a block starts, so that none of them is left behind. */
const mark = randomUUID();

after(() => {
  for (const pid of markedProcesses()) process.kill(pid, "SIGKILL");
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

test("readme: its shell blocks, in order, in a fresh copy -> exit 0 and the answers shown", async () => {
  const steps = stepsOf(fencesOf(readme));
  assert.ok(steps.length > 5, "the README has shell blocks");
  const copy = join(temporary, "copy");
  copyAsCloned(copy);
  const end = `@@ ${mark}`;
  const script = steps.map(({ command }) => `${command}\nprintf '\\n%s\\n' '${end}'\n`).join("");
  const { port } = await ownAddress();
  const { code, output, errors } = await runBash(`set -e\n${script}`, copy, port);
  const outputs = output.split(`\n${end}\n`);
  const reached = steps[outputs.length - 1]?.command ?? "";
  assert.equal(code, 0, `stopped with ${code} in the block\n${reached}\n${output}\n${errors}`);
  for (const [at, { command, shown }] of steps.entries()) {
    if (shown === undefined) continue;
    const printed = (outputs[at] as string).replaceAll("\r", "").trim();
    assert.match(printed, patternOf(shown), `printed after\n${command}`);
  }
});

test("readme: a shown answer that is not what was printed -> does not match", () => {
  assert.match('{"a":"1","b":"2"}', patternOf('{"a":"1","b":"…"}\n'));
  assert.doesNotMatch('{"a":"3","b":"2"}', patternOf('{"a":"1","b":"…"}\n'));
  assert.doesNotMatch("posted\nmore", patternOf("posted"));
  assert.doesNotMatch("a.b".replace(".", "x"), patternOf("a.b"));
});

test("documents: every relative link -> an existing file, every anchor -> a heading", () => {
  const documents = ["README.md", ...markdownUnder("src"), ...markdownUnder("wal")];
  assert.ok(documents.includes("src/ARCHITECTURE.md"));
  const broken = documents.flatMap((path) =>
    linksOf(readFileSync(join(root, path), "utf8"))
      .filter((link) => !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

/** Documents that promise, and name the tests which hold them to it as [`file`](…): `title`; … */
for (const path of ["README.md", "src/ARCHITECTURE.md"]) {
  test(`${path}: every test that it names -> exists under that title`, () => {
    const named = namedTests(readFileSync(join(root, path), "utf8"));
    assert.ok(named.length > 5, "it names tests");
    const missing = named.filter(({ file, title }) => {
      const source = join(root, file);
      return !existsSync(source) || !hasTitle(readFileSync(source, "utf8"), title);
    });
    assert.deepEqual(missing, []);
  });
}

test("readme: its table of flags -> the flags and variables of --help, no more, no fewer", () => {
  const help = execFileSync(
    process.execPath,
    ["--enable-source-maps", ".build/main.js", "--help"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  const helped = [...help.matchAll(/^ {2}(--[a-z-]+)(?: [A-Z]+)? +([A-Z_]+)/gm)];
  const listed = [...readme.matchAll(/^\| `(--[a-z-]+)(?: [A-Z]+)?` +\| `([A-Z_]+)(?:=1)?`/gm)];
  const pairs = (rows: RegExpMatchArray[]) => rows.map(([, flag, variable]) => [flag, variable]);
  assert.ok(helped.length > 5);
  assert.deepEqual(pairs(listed), pairs(helped));
});

function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language as string,
    text: text as string,
  }));
}

function stepsOf(fences: readonly Fence[]): Step[] {
  return fences.flatMap(({ language, text }, at) => {
    if (language !== "sh") return [];
    const next = fences[at + 1];
    const shown = next !== undefined && ANSWERS.includes(next.language) ? next.text : undefined;
    return [{ command: text, shown }];
  });
}

/** Matches the whole output: white space at line ends is free, `…` is anything, all else exact. */
function patternOf(shown: string): RegExp {
  const exact = shown
    .trim()
    .split("…")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\n", "\\s*\\n\\s*"));
  return new RegExp(`^${exact.join("[^]*?")}$`);
}

/** The working tree as git would clone it, with the packages that are already installed. */
function copyAsCloned(to: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of new Set(listed.split("\0"))) {
    if (path === "" || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path));
  }
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}

async function runBash(script: string, cwd: string, port: number) {
  const { PORT, DATA_DIR, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port), README_TEST: mark };
  const child = spawn("bash", ["-c", script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const late = setTimeout(() => child.kill("SIGKILL"), WALK_MS);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(late);
  return { code, output, errors };
}

function markedProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`README_TEST=${mark}`);
      } catch {
        // It ended meanwhile, or it is somebody else's.
        return false;
      }
    })
    .map(Number);
}

function markdownUnder(room: string): string[] {
  return (readdirSync(join(root, room), { recursive: true }) as string[])
    .filter((path) => path.endsWith(".md"))
    .map((path) => join(room, path));
}

/** Targets of links, without those to other places on the net. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path, anchor] = link.split("#") as [string, string | undefined];
  const target = path === "" ? join(root, from) : join(root, dirname(from), path);
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, heading]) => anchorOf(heading as string) === anchor);
}

/** As GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

function namedTests(markdown: string): { file: string; title: string }[] {
  const link = /\[`([^`]+\.test\.ts)`\]\([^)]+\):((?: *`[^`]+`;?)+)/g;
  return [...markdown.replaceAll(/\n +/g, " ").matchAll(link)].flatMap(([, file, titles]) =>
    [...(titles as string).matchAll(/`([^`]+)`/g)].map(([, title]) => ({
      file: file as string,
      title: title as string,
    })),
  );
}

/** True where `title` is a whole string or template of the source. */
function hasTitle(source: string, title: string): boolean {
  return ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
}
