/**
 * A real browser without a window, led over two pipes by the DevTools protocol: it opens a page, runs
 * a script in the page, and tells what the page's console and the browser's own log said.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** Debian's chromium; undefined where this machine has none. */
export const BROWSER = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "chromium"))
  .find((path) => existsSync(path));

/** No host name can be resolved: whatever the page loads comes from this machine. */
const OFFLINE = ["--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];

/** What became of a page. `value`: what the script returned; `said`: errors and warnings. */
export type Visit = { value: unknown; said: string[]; requested: string[] };

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown };

/**
 * Opens an address and runs `script` in its page, an expression whose promise is awaited. Ends the
 * browser in any case.
 */
export async function visit(url: string, script: string): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), "browser-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  const child = spawn(
    BROWSER as string,
    [...flags, ...OFFLINE, "--remote-debugging-pipe", `--user-data-dir=${profile}`],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const ended = once(child, "exit");
  try {
    const { stdio } = child;
    const visited = await visitWith(stdio[3] as Writable, stdio[4] as Readable, url, script);
    await ended;
    return visited;
  } finally {
    child.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function visitWith(
  commands: Writable,
  events: Readable,
  url: string,
  script: string,
): Promise<Visit> {
  const said: string[] = [];
  const requested: string[] = [];
  const waiting = new Map<number, (result: unknown) => void>();
  let loaded = () => {};
  const hasLoaded = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const take = ({ id, method, params = {}, result }: Message) => {
    if (id !== undefined) waiting.get(id)?.(result);
    else if (method === "Page.loadEventFired") loaded();
    else if (method === "Network.requestWillBeSent") {
      requested.push((params["request"] as { url: string }).url);
    } else if (method === "Log.entryAdded" || method === "Runtime.consoleAPICalled") {
      said.push(JSON.stringify(params).slice(0, 500));
    } else if (method === "Runtime.exceptionThrown") said.push(JSON.stringify(params));
  };
  let rest = "";
  events.on("data", (chunk: Buffer) => {
    const texts = (rest + chunk.toString("utf8")).split("\0");
    rest = texts.pop() ?? "";
    for (const text of texts) take(JSON.parse(text));
  });
  let next = 0;
  const call = (method: string, params: object, sessionId?: string): Promise<unknown> => {
    const id = ++next;
    commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const { targetId } = (await call("Target.createTarget", { url: "about:blank" })) as {
    targetId: string;
  };
  const attached = await call("Target.attachToTarget", { targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  for (const domain of ["Page", "Log", "Runtime", "Network"]) {
    await call(`${domain}.enable`, {}, sessionId);
  }
  await call("Page.navigate", { url }, sessionId);
  await hasLoaded;
  const options = { expression: script, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = (await call("Runtime.evaluate", options, sessionId)) as {
    result: { value: unknown };
    exceptionDetails?: object;
  };
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
  // The browser ends its other processes too; those of a killed browser end on their own, later.
  await call("Browser.close", {});
  return { value: result.value, said, requested };
}
