/**
 * A real server process on a data directory of its own and a free port: started, stopped, killed.
 * Guarantees: no process and no directory outlives the test process.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { askControl } from "../../src/operator/control_client.ts";
import { endAfterFiles } from "./after_each_test.ts";
import { PATIENCE_MS } from "./patience.ts";

export type Credentials = {
  tenantId: string;
  productId: string;
  apiKey: string;
  apiKeyId: string;
  environment: "sandbox" | "live";
};

export type Server = {
  /** Address of the operations, with `/v1`. */
  baseUrl: string;
  port: number;
  dataDir: string;
  /** The demo Product and its key; the ids of tenant and key are in the key's document. */
  demo: {
    productId: string;
    apiKey: string;
    founder: { email: string; password: string; personalAccessToken: string };
  };
  child: ChildProcess;
  /** The output of the server so far, of both streams. */
  output(): string;
};

export type Surroundings = {
  clockOffsetMs?: number;
  /** The longest that the server's start may take, milliseconds. */
  startMs?: number;
  environment?: Readonly<Record<string, string>>;
  /** The program that is run, relative to the project; the built server where it is absent. */
  program?: string;
};

export type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string };

/** Switches the budgets of requests and connections off, so that other tests do not reach them. */
const BUDGETS = ["credential", "ip", "discovery", "identity-ip", "identity-email", "connections"];
const NO_LIMITS = BUDGETS.flatMap((budget) => [`--limit-${budget}`, "0"]);

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const children = new Set<ChildProcess>();
const directories = new Set<string>();
/** Where servers of the build have served that this process has started. */
const origins = new Set<string>();

const killAll = () => {
  for (const child of children) child.kill("SIGKILL");
};
endAfterFiles(killAll);
process.on("exit", () => {
  killAll();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

/** A new directory, removed when the test process ends. */
export function newDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), "platform-test-"));
  directories.add(path);
  return path;
}

/**
 * Starts a server and resolves when it serves. A server that takes too long is killed, and the
 * promise rejects. `flags` come after the flags that switch budgets off. `clockOffsetMs` moves the
 * server's wall clock; `environment` is added to the environment of this process.
 */
export async function startServer(
  flags: readonly string[] = [],
  dataDir = newDataDir(),
  surroundings: Surroundings = {},
): Promise<Server> {
  const note = startNote();
  const { child, output } = spawnServer([...flagsOf(dataDir), ...flags], surroundings);
  const origin = await servingOrigin(child, output, surroundings.startMs ?? PATIENCE_MS);
  note();
  // A port may be one that another server had before.
  if (surroundings.program === undefined) origins.add(origin);
  else origins.delete(origin);
  const { productId, apiKey, founder } = JSON.parse(
    readFileSync(join(dataDir, "demo.json"), "utf8"),
  ) as Server["demo"];
  return {
    baseUrl: `${origin}/v1`,
    port: Number(new URL(origin).port),
    dataDir,
    demo: { productId, apiKey, founder },
    child,
    output,
  };
}

/**
 * Whether the server at this origin was started by this process, and has the operations of the build and no
 * others.
 */
export function isOfBuild(origin: string): boolean {
  return origins.has(origin);
}

/**
 * Starts a server and kills it `afterMs` later, at whatever point of its start. Fails when the
 * server ended by itself before.
 */
export async function killStarting(
  flags: readonly string[],
  dataDir: string,
  afterMs: number,
  surroundings: Surroundings = {},
): Promise<void> {
  const { child, output } = spawnServer([...flagsOf(dataDir), ...flags], surroundings);
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const end = await ended(child, output);
  clearTimeout(timer);
  if (end.signal !== "SIGKILL") throw new Error(`the server ended by itself:\n${end.output}`);
}

/** Runs a server that is expected to end by itself. */
export async function runServer(args: readonly string[]): Promise<Ended> {
  const { child, output } = spawnServer(args);
  return await ended(child, output);
}

/** Sends SIGTERM; resolves with how the server ended. */
export function stopServer({ child, output }: Server): Promise<Ended> {
  child.kill("SIGTERM");
  return ended(child, output);
}

/** Sends SIGKILL, which is like a crash; resolves when the process has ended. */
export function killServer({ child, output }: Server): Promise<Ended> {
  child.kill("SIGKILL");
  return ended(child, output);
}

/** Sends an operator's command to the running server; resolves with its answer as an object. */
export async function admin(
  { dataDir }: Server,
  command: string,
  flags: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await askControl(dataDir, { command, arguments: flags });
  return answer as Record<string, unknown>;
}

/** Makes a tenant with one Product and a key; where ids are given, another key of that Product. */
export async function newCredentials(
  server: Server,
  {
    tenantId,
    productId,
    environment = "sandbox",
    ...more
  }: {
    tenantId?: string;
    productId?: string;
    environment?: "sandbox" | "live";
    scopes?: string;
    expires?: string;
    origin?: "browser" | "cli";
    live?: string;
  } = {},
): Promise<Credentials> {
  const tenant =
    tenantId ?? String((await admin(server, "tenant create", { name: "T" }))["tenantId"]);
  const { live = "false", ...keyFlags } = more;
  const product =
    productId ??
    String((await admin(server, "product create", { tenant, name: "P", live }))["productId"]);
  const key = await admin(server, "key create", { product, environment, ...keyFlags });
  return {
    tenantId: tenant,
    productId: product,
    apiKey: String(key["apiKey"]),
    apiKeyId: String(key["apiKeyId"]),
    environment,
  };
}

/**
 * A function that writes down, for `npm test -- --times` (scripts/test_times.mjs), that a server serves
 * which the test file that is on the stack now asked for, and how long that took.
 */
function startNote(): () => void {
  const path = process.env["TEST_TIMES_FILE"];
  if (path === undefined) return () => {};
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = before;
  const [, file = "?"] = /\/tests-\d+\/(\S+\.test)\.mjs/.exec(stack) ?? [];
  const fromMs = performance.now();
  return () => {
    const row = { kind: "server", file: `${file}.ts`, ms: performance.now() - fromMs };
    appendFileSync(path, `${JSON.stringify(row)}\n`);
  };
}

function flagsOf(dataDir: string): string[] {
  const quiet = ["--log-level", "warn", "--compare-hour", "off"];
  return ["--port", "0", "--data", dataDir, ...quiet, ...NO_LIMITS];
}

function spawnServer(
  args: readonly string[],
  { clockOffsetMs = 0, environment = {}, program = ".build/main.js" }: Surroundings = {},
): { child: ChildProcess; output: () => string } {
  const clock = clockOffsetMs === 0 ? [] : ["--import", "./test/support/clock_offset.mjs"];
  const nodeArgs = [...clock, program, ...args];
  const child = spawn(process.execPath, nodeArgs, {
    cwd: root,
    env: { ...process.env, CLOCK_OFFSET_MS: String(clockOffsetMs), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return { child, output: () => text };
}

async function ended(child: ChildProcess, output: () => string): Promise<Ended> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return { code: child.exitCode, signal: child.signalCode, output: output() };
}

function servingOrigin(
  child: ChildProcess,
  output: () => string,
  startMs: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, startMs);
    const onClose = () => {
      clearTimeout(late);
      const why = isLate ? "did not serve in time" : "ended before it served";
      reject(new Error(`the server ${why}:\n${output()}`));
    };
    child.once("close", onClose);
    child.stdout?.on("data", () => {
      const origin = /^Serving on (\S+) with data in /m.exec(output())?.[1];
      if (origin === undefined) return;
      clearTimeout(late);
      child.off("close", onClose);
      resolve(origin);
    });
  });
}
