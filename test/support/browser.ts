/**
 * A real browser without a window, driven by puppeteer-core: one for a test process, with a clean profile for
 * each visitor. Notes what a page must not do: errors in its console, refusals by its own policy, requests
 * to another host. Guarantees: the browser ends with the test process.
 * `CONSOLE_SLOW=N` finds tests that count on a fast machine: pages compute N times slower, and each call of
 * theirs, and its answer, is held back for up to N times 100 ms, so that calls overtake one another.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, {
  type Browser,
  type BrowserContext,
  type HTTPRequest,
  type Page,
} from "puppeteer-core";
import { lacks } from "./machine.ts";
import { PATIENCE_MS } from "./patience.ts";

/**
 * Debian's Chromium: the build without any window, which costs two thirds of the processor time of the
 * whole browser, or else the whole browser. Undefined where this machine has neither.
 */
const BROWSER = ["chromium-headless-shell", "chromium"]
  .flatMap((name) => (process.env["PATH"] ?? "").split(delimiter).map((path) => join(path, name)))
  .find((path) => existsSync(path));

/** The reason to skip the tests of a file; false where the machine has the browser. */
export const NO_BROWSER =
  BROWSER === undefined ? lacks("chromium", "apt-get install chromium-headless-shell") : false;

/** No host name leads off this machine; `INSECURE_HOST` is this machine by a name that is not loopback's. */
export const INSECURE_HOST = "console.example";
const OFFLINE = `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1, MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`;
const FLAGS = [
  "--no-first-run",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  // Nothing is drawn by a graphics card, so what draws needs no process of its own.
  "--in-process-gpu",
  // The pages of a profile share a process, which has the scripts of the page before, compiled.
  "--renderer-process-limit=1",
  OFFLINE,
];

const SLOW = Number(process.env["CONSOLE_SLOW"] ?? 1);

/** `said`: errors and warnings of the page and of the browser about it. */
export type Visitor = {
  page: Page;
  context: BrowserContext;
  said: string[];
  /** What was asked for, by its address and as a whole. */
  requested: string[];
  sent: HTTPRequest[];
  /** Resolves when the page has an answer to each of its calls, and asks for no more. */
  settles(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the browser. */
export function openBrowser(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: BROWSER as string,
    args: FLAGS,
    headless: true,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
    pipe: true,
  });
}

/** Somebody with no cookies, at a blank page. `width`: of the page, pixels. */
export async function newVisitor(
  browser: Browser,
  { width = 1280, height = 800, dark = false } = {},
): Promise<Visitor> {
  const profile = idleProfiles(browser).pop() ?? (await newProfile(browser));
  const { context } = profile;
  const page = await context.newPage();
  const said: string[] = [];
  const requested: string[] = [];
  const sent: HTTPRequest[] = [];
  page.setDefaultTimeout(PATIENCE_MS);
  if (SLOW > 1) await page.emulateCPUThrottling(SLOW);
  await page.evaluateOnNewDocument(countedCalls(SLOW > 1 ? SLOW * 100 : 0));
  await page.setViewport({ width, height });
  const prefersDark = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
  await page.emulateMediaFeatures([prefersDark]);
  page.on("request", (request) => {
    requested.push(request.url());
    sent.push(request);
  });
  page.on("pageerror", (cause) => said.push(`error: ${String(cause)}`));
  page.on("console", (message) => {
    const isComplaint = ["error", "warn", "assert"].includes(message.type());
    // A call that is refused, or that gets no answer, is shown by the page; the browser writes a line too.
    const isCall = new URL(message.location().url ?? "about:blank").pathname.startsWith("/v1/");
    const isAnswer = isCall && /^Failed to load resource/.test(message.text());
    if (isComplaint && !isAnswer) said.push(`${message.type()}: ${message.text()}`);
  });
  const settles = () => page.evaluate(SETTLED) as Promise<void>;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= clean(profile, requested).then(() => void idleProfiles(browser).push(profile));
    return closing;
  };
  return { page, context, said, requested, sent, settles, close };
}

/**
 * What a visitor has besides the pages that they open: cookies, storage, permissions. `blank`: a page that stays, and
 * with it the process that has the compiled scripts of the pages. To make a profile costs more than to load a page.
 */
type Profile = { context: BrowserContext; blank: Page };

/** The profiles of a browser that are clean and that nobody uses now. */
const idle = new WeakMap<Browser, Profile[]>();

function idleProfiles(browser: Browser): Profile[] {
  const profiles = idle.get(browser) ?? [];
  idle.set(browser, profiles);
  return profiles;
}

async function newProfile(browser: Browser): Promise<Profile> {
  const context = await browser.createBrowserContext();
  return { context, blank: await context.newPage() };
}

/** Takes all from a profile that a visitor may have left there, who has asked for these addresses. */
async function clean({ context, blank }: Profile, requested: readonly string[]): Promise<void> {
  for (const page of await context.pages()) if (page !== blank) await page.close();
  await context.clearPermissionOverrides();
  const session = await blank.createCDPSession();
  await session.send("Network.clearBrowserCookies");
  const downloads = { behavior: "default", browserContextId: context.id ?? "" } as const;
  await session.send("Browser.setDownloadBehavior", downloads);
  const origins = new Set(requested.map((url) => new URL(url).origin));
  for (const origin of origins) {
    if (origin === "null") continue;
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
  await session.detach();
}

/**
 * Counts, in the page, the calls that were begun and those that have ended. A call has ended when its answer is
 * there as a whole, or, of a stream, its head. Each is held back before it is sent and before it ends, each time up
 * to `maxMs`.
 */
function countedCalls(maxMs: number): string {
  return `{
    const send = window.fetch;
    const calls = (window.countedCalls = { begun: 0, ended: 0 });
    const hold = async () => {
      if (${maxMs} > 0) await new Promise((go) => setTimeout(go, Math.random() * ${maxMs}));
    };
    window.fetch = async (...request) => {
      calls.begun++;
      try {
        await hold();
        const answer = await send(...request);
        const type = answer.headers.get("content-type") ?? "";
        if (!type.startsWith("text/event-stream")) await answer.clone().arrayBuffer();
        await hold();
        return answer;
      } finally {
        calls.ended++;
      }
    };
  }`;
}

/**
 * Resolves when all calls have ended and none begins. After the end of a call the page reads the answer, draws it in a
 * frame and asks for more behind the next one; each of these may be late, but the page is not idle before.
 */
const SETTLED = `new Promise((resolve) => {
  const calls = window.countedCalls;
  const frame = () => new Promise(requestAnimationFrame);
  const idle = () => new Promise(requestIdleCallback);
  const look = async () => {
    const { begun } = calls;
    for (let times = 0; times < 2; times++) {
      await frame();
      await frame();
      await idle();
    }
    if (calls.begun === begun && calls.ended === begun) resolve();
    else look();
  };
  look();
})`;

/** What became of a page. `value`: what the last script returned. */
export type Visit = { value: unknown; said: string[]; requested: string[] };

/**
 * `width`: of the page, pixels. `stubs`: texts of scripts, by path, that the page gets at first in the place of those
 * of the server. `afterReload`: a script that runs after the page was loaded again, as the server has it.
 */
export type View = { width?: number; stubs?: Record<string, string>; afterReload?: string };

/**
 * Opens an address and runs `script` in its page, an expression whose promise is awaited. The value is
 * that of the last script.
 */
export async function visit(
  browser: Browser,
  url: string,
  script: string,
  { afterReload, stubs, ...view }: View = {},
): Promise<Visit> {
  const { page, said, requested, close } = await newVisitor(browser, view);
  try {
    const restore = stubs && (await replaceScripts(page, stubs));
    await page.goto(url);
    let value: unknown = await page.evaluate(script);
    if (afterReload !== undefined) {
      await restore?.();
      await page.reload();
      value = await page.evaluate(afterReload);
    }
    return { value, said, requested };
  } finally {
    await close();
  }
}

/** The page gets these scripts, by path, and all else from the server. Returns what ends that. */
async function replaceScripts(page: Page, stubs: Record<string, string>) {
  const answer = (request: HTTPRequest) => {
    const body = stubs[new URL(request.url()).pathname];
    void (body === undefined
      ? request.continue()
      : request.respond({ contentType: "text/javascript", body }));
  };
  await page.setRequestInterception(true);
  page.on("request", answer);
  return async () => {
    page.off("request", answer);
    await page.setRequestInterception(false);
  };
}
