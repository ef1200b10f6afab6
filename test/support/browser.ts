/**
 * A real browser without a window, driven by puppeteer-core: one for a test process, with a clean profile for
 * each visitor. Notes what a page must not do: errors in its console, refusals by its own policy, requests
 * to another host. Guarantees: the browser ends with the test process.
 * `CONSOLE_SLOW=N` finds tests that count on a fast machine: pages compute N times slower, and each call of
 * theirs, and its answer, is held back for up to N times 100 ms, so that calls overtake one another.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
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

/** How often a page is asked whether what a test waits for is there, milliseconds: to ask in every frame costs a tenth of a core. */
const LOOK_MS = 50;
/** What the browser says of a question to a page that was left for another one before it answered. */
const LEFT =
  /Execution context was destroyed|Cannot find context|Execution context is not available|Inspected target navigated|JSHandle is disposed|Node with given id/;

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

/** Resolves when all calls have ended and none begins: a page draws, and asks for more, in a frame each. */
const SETTLED = `new Promise((resolve) => {
  const calls = window.countedCalls;
  const look = () => {
    const { begun } = calls;
    const judge = () => (calls.begun === begun && calls.ended === begun ? resolve() : look());
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(judge)));
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

const FOCUSED = ["labels?.[0]?.textContent", "ariaLabel", "textContent"]
  .map((name) => `document.activeElement?.${name}`)
  .join(" ?? ");

/**
 * A person at a page, by what the page shows and says: labels of fields, names of buttons and links, the
 * heading. Each waits until what it names is there.
 */
export function handOf(page: Page) {
  const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
  const until = async (expression: string) => {
    try {
      await page.waitForFunction(expression, { polling: LOOK_MS });
    } catch (cause) {
      const shown = await page.evaluate("document.body.innerText").catch(String);
      const words = `never true: ${expression}\nat ${page.url()}, which shows:\n${shown}`;
      throw new Error(words, { cause });
    }
  };
  return {
    /** Resolves when the page makes an expression true. */
    until,
    /** Writes into a field in the place of what stands there. */
    async fill(label: string, text: string): Promise<void> {
      const field = await found(page, `::-p-aria([name="${label}"])`);
      await field.focus();
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      if (text === "") await page.keyboard.press("Backspace");
      else await page.keyboard.sendCharacter(text);
    },
    /** Chooses one of the values of a field that offers a few. */
    async choose(label: string, value: string): Promise<void> {
      await (await found(page, named("combobox", label))).select(value);
    },
    press: (name: string) => clicks(page, named("button", name)),
    /** Clicks on what only its place in the page names, by a selector. */
    click: (selector: string) => clicks(page, selector),
    follow: (name: string) => clicks(page, named("link", name)),
    /** Resolves when the page has what a selector finds. */
    async finds(selector: string): Promise<void> {
      await found(page, selector);
    },
    /** Resolves when the page has this heading. */
    sees: (heading: string) =>
      until(`document.querySelector("h1")?.textContent === ${quoted(heading)}`),
    /** Resolves when the page shows the words somewhere. */
    reads: (words: string) => until(`document.body.innerText.includes(${quoted(words)})`),
    /**
     * Resolves when what has the focus has this label or name, or one that the pattern finds: the focus
     * comes to it after the page is drawn.
     */
    async focuses(name: string | RegExp): Promise<void> {
      const isMeant =
        typeof name === "string" ? ` === ${quoted(name)}` : `.search(${String(name)}) >= 0`;
      await until(`String(${FOCUSED})${isMeant}`);
    },
    /** The label or the text of what has the focus now. */
    focused: async () => String(await page.evaluate(FOCUSED)),
  };
}

/** The first element that a selector finds, when it is there. */
async function found(page: Page, selector: string): Promise<ElementHandle> {
  for (;;) {
    const element = await unlessLeft(page.$(selector));
    if (element) return element;
    await unlessLeft(page.evaluate(CHANGED));
  }
}

/**
 * Clicks on what a selector finds, when that can be clicked and stays where it is. A click that meets something else,
 * because the page has changed on the way, does nothing, and is tried again.
 */
async function clicks(page: Page, selector: string): Promise<void> {
  for (let missed = 0; missed < MISSED_MAX; missed++) {
    const element = await found(page, selector);
    const place = await unlessLeft(placeOf(element));
    if (place === undefined) {
      await pause(LOOK_MS);
      missed--;
      continue;
    }
    await unlessLeft(guardClick(element));
    await page.mouse.click(place.x, place.y);
    // What leaves the page has met what it was meant for.
    if ((await unlessLeft(wasMet(element))) !== false) return;
  }
  throw new Error(`something else lies where ${selector} is`);
}

/** How often a click may meet something else. */
const MISSED_MAX = 100;

/** In the page, until `wasMet` is called: clicks that do not meet this element do nothing. */
function guardClick(element: ElementHandle): Promise<void> {
  return element.evaluate((meant) => {
    const view = meant.ownerDocument.defaultView;
    const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
    let isMet = false;
    const look = (event: Event) => {
      const { target, type } = event as { type: string; target: typeof meant };
      const isMeant = meant.contains(target) || target.closest("label")?.control === meant;
      if (type === "click") isMet = isMeant;
      if (isMeant) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    for (const kind of kinds) view.addEventListener(kind, look, true);
    view.clickWasMet = () => {
      for (const kind of kinds) view.removeEventListener(kind, look, true);
      return isMet;
    };
  });
}

/** Whether the click since `guardClick` has met the element. */
function wasMet(element: ElementHandle): Promise<boolean> {
  return element.evaluate((meant) => meant.ownerDocument.defaultView.clickWasMet());
}

/** What comes of a question to the page; undefined where the page is left meanwhile. */
async function unlessLeft<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (cause) {
    if (LEFT.test(String(cause))) return undefined;
    throw cause;
  }
}

/** Resolves when the document changes, or soon: a change may have been before. */
const CHANGED = `new Promise((resolve) => {
  const observer = new MutationObserver(resolve);
  const whole = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, whole);
  setTimeout(resolve, ${4 * LOOK_MS});
})`;

/** Where an element is, once it stays there for a frame; undefined where it cannot be clicked now. */
function placeOf(element: ElementHandle): Promise<{ x: number; y: number } | undefined> {
  return element.evaluate(async (one) => {
    const view = one.ownerDocument.defaultView;
    one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const before = one.getClientRects()[0];
    await new Promise((resolve) => view.requestAnimationFrame(resolve));
    const now = one.getClientRects()[0];
    if (before === undefined || now === undefined || !one.isConnected) return undefined;
    const { x, y, width, height } = now;
    const isStill = x === before.x && y === before.y && width === before.width;
    const isShown = width * height > 0 && view.getComputedStyle(one).visibility === "visible";
    if (!isStill || !isShown || one.matches(":disabled")) return undefined;
    return { x: x + width / 2, y: y + height / 2 };
  });
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
