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

/** `width`: of the page, pixels. `afterReload`: a script that runs after the page was loaded again. */
export type View = { width?: number; afterReload?: string };

/**
 * Opens an address and runs `script` in its page, an expression whose promise is awaited. The value is
 * that of the last script. Ends the browser in any case.
 */
export async function visit(url: string, script: string, view: View = {}): Promise<Visit> {
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
    const visited = await visitWith(stdio[3] as Writable, stdio[4] as Readable, {
      url,
      script,
      ...view,
    });
    await ended;
    return visited;
  } finally {
    child.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Whether the page's own console was told of an error or a warning; other words do not count. */
function isComplaint(method: string | undefined, { type }: Record<string, unknown>): boolean {
  return (
    method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(`${type}`)
  );
}

async function visitWith(
  commands: Writable,
  events: Readable,
  { url, script, width, afterReload }: View & { url: string; script: string },
): Promise<Visit> {
  const said: string[] = [];
  const requested: string[] = [];
  const waiting = new Map<number, (result: unknown) => void>();
  let loaded = () => {};
  const nextLoad = () =>
    new Promise<void>((resolve) => {
      loaded = resolve;
    });
  const take = ({ id, method, params = {}, result }: Message) => {
    if (id !== undefined) waiting.get(id)?.(result);
    else if (method === "Page.loadEventFired") loaded();
    else if (method === "Network.requestWillBeSent") {
      requested.push((params["request"] as { url: string }).url);
    } else if (method === "Log.entryAdded" || isComplaint(method, params)) {
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
  if (width !== undefined) {
    const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: false };
    await call("Emulation.setDeviceMetricsOverride", metrics, sessionId);
  }
  const run = async (method: string, params: object, expression: string) => {
    const hasLoaded = nextLoad();
    await call(method, params, sessionId);
    await hasLoaded;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = (await call("Runtime.evaluate", options, sessionId)) as {
      result: { value: unknown };
      exceptionDetails?: object;
    };
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result;
  };
  let result = await run("Page.navigate", { url }, script);
  if (afterReload !== undefined) result = await run("Page.reload", {}, afterReload);
  // The browser ends its other processes too; those of a killed browser end on their own, later.
  await call("Browser.close", {});
  return { value: result.value, said, requested };
}
