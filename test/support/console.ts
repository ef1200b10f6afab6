/**
 * For tests of the pages: visitors with the browser of this process at its server, or at a server of their own. `looks` is called for every state of a
 * page: it runs axe-core, compares the widths, looks whether anything was refused or came from elsewhere, and
 * keeps a picture where CONSOLE_PICTURES names a folder.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { faultsByAxe } from "./axe.ts";
import { newVisitor, type Visitor } from "./browser.ts";
import { handOf } from "./hand.ts";
import { type Browser as Api, codeFor, codesTo, openPeople, PASSWORD } from "./people.ts";
import { type Server, type Surroundings, startServer, stopServer } from "./server.ts";
import { sharedBrowser } from "./shared_browser.ts";
import { sharedServer } from "./shared_server.ts";

const PICTURES = process.env["CONSOLE_PICTURES"];
/** The widths that people have: a desk, and the narrowest telephone, pixels. */
const WIDTHS = [1280, 360] as const;

export type Person = Visitor &
  ReturnType<typeof handOf> & {
    /** Goes to an address of the pages, as by its address bar; resolves when the page has settled. */
    goes(path: string): Promise<void>;
    /** Loads the page again; resolves when it has settled. */
    reloads(): Promise<void>;
    /** The browser has the session that `api` has begun, as after a log-in in another tab. */
    takesSession(api: Api): Promise<void>;
    /** Where the browser is: path and query. */
    at(): string;
    /**
     * Fails for whatever is wrong with the page as it is now, in light and dark, wide and narrow.
     * `state`: the name of the picture.
     */
    looks(state: string): Promise<void>;
  };

/** The pages of a server, which whoever started it stops; by default those of the shared one. */
export async function openConsole(given?: Server) {
  const server = given ?? (await sharedServer());
  const browser = await sharedBrowser();
  const people = await openPeople(server);
  const origin = new URL(server.baseUrl).origin;
  const visitors: Visitor[] = [];
  async function person(): Promise<Person> {
    const visitor = await newVisitor(browser);
    visitors.push(visitor);
    return personOf(visitor, origin);
  }
  return {
    server,
    origin,
    /** People by the API alone, for what comes before the pages that are tested. */
    people,
    /** Somebody without a session. */
    person,
    /** Somebody with the session that `api` has begun. */
    async personWith(api: Api): Promise<Person> {
      const made = await person();
      await made.takesSession(api);
      return made;
    },
    /** Closes the pages that are still open. */
    async close() {
      for (const visitor of visitors) await visitor.close();
      people.close();
    },
  };
}
export type Console = Awaited<ReturnType<typeof openConsole>>;

/** The pages of a server of their own, for a test that moves its clock. */
export async function openOwnConsole(surroundings: Surroundings): Promise<Console> {
  const server = await startServer(["--shards", "1", "--edges", "1"], undefined, surroundings);
  const pages = await openConsole(server);
  return {
    ...pages,
    async close() {
      await pages.close();
      assert.equal((await stopServer(server)).code, 0);
    },
  };
}

/** Logs in at the page that is shown, which is that of the log-in. */
export async function logsIn({ server }: Console, person: Person, email: string): Promise<void> {
  await person.fill("E-mail", email);
  await person.fill("Password", PASSWORD);
  const before = codesTo(server, email).length;
  await person.press("Continue");
  await person.sees("Check your mail");
  await person.fill("Code", await codeFor(server, email, before));
  await person.press("Log in");
}

function personOf(visitor: Visitor, origin: string): Person {
  const { page, context, said, requested, settles } = visitor;
  return {
    ...visitor,
    ...handOf(page),
    async goes(path) {
      await page.goto(origin + path);
      await settles();
    },
    async reloads() {
      await page.reload();
      await settles();
    },
    async takesSession({ cookie }) {
      const [name = "", value = ""] = cookie.split("=", 2);
      await context.setCookie({ name, value, domain: "127.0.0.1", path: "/" });
    },
    at() {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    },
    async looks(state) {
      for (const dark of [false, true]) {
        const prefersDark = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
        const still = { name: "prefers-reduced-motion", value: "reduce" };
        await page.emulateMediaFeatures([prefersDark, still]);
        for (const width of WIDTHS) {
          await page.setViewport({ width, height: 800 });
          const name = `${state}-${dark ? "dark" : "light"}-${width}`;
          if (PICTURES !== undefined)
            await page.screenshot({ path: join(PICTURES, `${name}.png`) as `${string}.png` });
          assert.equal(await overhang(visitor), 0, `${name}: pixels beyond the width`);
          // Contrast differs by colours, the rest by width: two of the four runs see everything.
          const isRun = dark === width < 1280;
          if (isRun) assert.deepEqual(await faultsByAxe(visitor.page), [], name);
        }
      }
      await page.setViewport({ width: 1280, height: 800 });
      assert.deepEqual(said, [], state);
      const elsewhere = requested.filter((url) => !url.startsWith(`${origin}/`));
      assert.deepEqual(elsewhere, [], state);
    },
  };
}

/** By how many pixels the page is wider than the window. */
async function overhang({ page }: Visitor): Promise<number> {
  const root = "document.documentElement";
  return Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`));
}
