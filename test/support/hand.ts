/**
 * What a person does at a page in a real browser, and waits for: by labels, names and headings. Guarantees: a click meets
 * what it is meant for or does nothing; a wait that ends in vain says what the page shows.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { ElementHandle, Page } from "puppeteer-core";
import { PATIENCE_MS } from "./patience.ts";

/** How often a page is asked whether what a test waits for is there, milliseconds: to ask in every frame costs a tenth of a core. */
const LOOK_MS = 50;
/** What the browser says of a question to a page that was left for another one before it answered. */
const LEFT =
  /Execution context was destroyed|Cannot find context|Execution context is not available|Inspected target navigated|JSHandle is disposed|Node with given id/;

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
      throw await inVain(page, `never true: ${expression}`, cause);
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
  const untilMs = performance.now() + PATIENCE_MS;
  while (performance.now() < untilMs) {
    const element = await unlessLeft(page.$(selector));
    if (element) return element;
    await unlessLeft(page.evaluate(CHANGED));
  }
  throw await inVain(page, `never there: ${selector}`);
}

/**
 * Clicks on what a selector finds, when that can be clicked and stays where it is. A click that meets something else,
 * because the page has changed on the way, does nothing, and is tried again.
 */
async function clicks(page: Page, selector: string): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (performance.now() < untilMs) {
    const element = await found(page, selector);
    const place = await unlessLeft(placeOf(element));
    if (place !== undefined) {
      await unlessLeft(guardClick(element));
      await page.mouse.click(place.x, place.y);
      // What leaves the page has met what it was meant for.
      if ((await unlessLeft(wasMet(element))) !== false) return;
    }
    await pause(LOOK_MS);
  }
  throw await inVain(page, `never to be clicked: ${selector}`);
}

/** Why a wait has ended in vain, with what the page shows. */
async function inVain(page: Page, what: string, cause?: unknown): Promise<Error> {
  const shown = await page.evaluate("document.body.innerText").catch(String);
  return new Error(`${what}\nat ${page.url()}, which shows:\n${shown}`, { cause });
}

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
