/** Logging in at the pages, in a real browser: the whole way, and what is refused on it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { codeFor, codesTo, enrol, PASSWORD, totpOf } from "../support/people.ts";

let pages: Console;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

const skip = NO_BROWSER;

test("log in: password, code of the mail -> the overview; log out -> the log-in again", {
  skip,
}, async () => {
  const { server } = pages;
  const { email, password } = server.demo.founder;
  const person = await pages.person();
  await person.goes("/console");
  await person.sees("Log in");
  assert.equal(person.at(), "/console/login");
  await person.looks("login");
  await person.fill("E-mail", email);
  await person.fill("Password", password);
  const before = codesTo(server, email).length;
  await person.press("Continue");
  await person.sees("Check your mail");
  await person.looks("login-code");
  await person.fill("Code", await codeFor(server, email, before));
  await person.press("Log in");
  await person.sees("Demo");
  assert.equal(person.at(), "/console");
  await person.reads(server.demo.productId);
  await person.looks("overview");
  await person.press("Log out");
  await person.sees("Log in");
  await person.reads("You are logged out.");
  await person.looks("logged-out");
  await person.goes("/console");
  await person.sees("Log in");
  await person.close();
});

test("log in: nothing filled in, a wrong password -> said beside the field, on top; what was typed stays", {
  skip,
}, async () => {
  const { email } = pages.server.demo.founder;
  const person = await pages.person();
  await person.goes("/console/login");
  await person.press("Continue");
  await person.reads("E-mail is missing.");
  await person.focuses("E-mail");
  await person.looks("login-missing");
  await person.fill("E-mail", "no address");
  await person.fill("Password", "a password that is wrong");
  await person.press("Continue");
  await person.page.waitForSelector("#app [aria-invalid=true][type=email]");
  assert.equal(calls(person, "/auth/login").length, 0);
  await person.fill("E-mail", email);
  await person.press("Continue");
  await person.reads("That address and password do not belong together.");
  await person.reads("Request req_");
  await person.focuses(/do not belong together/);
  await person.looks("login-refused");
  assert.equal(await writtenIn(person, "E-mail"), email);
  await person.close();
});

test("log in: a wrong code, then the right one -> said, then logged in", { skip }, async () => {
  const person = await pages.person();
  const before = await asked(person);
  await person.sees("Check your mail");
  const { email } = pages.server.demo.founder;
  const code = await codeFor(pages.server, email, before);
  await person.fill("Code", "12 34");
  await person.press("Log in");
  await person.reads("Enter the digits of the mail.");
  await person.fill("Code", code === "000000" ? "000001" : "000000");
  await person.press("Log in");
  await person.reads("That code is not right");
  await person.looks("login-code-refused");
  // As it comes when it is copied out of a mail.
  await person.fill("Code", ` ${code.slice(0, 3)} ${code.slice(3)}`);
  await person.press("Log in");
  await person.sees("Demo");
  await person.close();
});

test("log in: the second factor's code, and a recovery code -> logged in with a second factor", {
  skip,
}, async () => {
  const { people, server } = pages;
  const founder = await people.founder("Factor");
  const { secret, recoveryCodes } = await enrol(founder);
  // No code is taken twice, so the next one is used where time has not come to it yet; both are taken.
  const nextMs = Date.now() + 30_000;
  for (const kind of ["app", "recovery"]) {
    const person = await pages.person();
    await person.goes("/console/login");
    await person.fill("E-mail", founder.email);
    await person.fill("Password", PASSWORD);
    const before = codesTo(server, founder.email).length;
    await person.press("Continue");
    await person.sees("Check your mail");
    await person.fill("Code", await codeFor(server, founder.email, before));
    await person.press("Log in");
    await person.sees("Your second factor");
    if (kind === "app") {
      await person.looks("login-factor");
      await person.fill("Code of the app", "abcdef");
      await person.press("Log in");
      await person.reads("That code is not right.");
      await person.fill("Code of the app", totpOf(secret, Math.max(Date.now(), nextMs)));
    } else {
      await person.press("Use a recovery code");
      await person.looks("login-recovery");
      await person.fill("Recovery code", recoveryCodes[0] as string);
    }
    await person.press("Log in");
    await person.sees("Factor");
    const session = await person.page.evaluate(
      "fetch('/v1/sessions/current').then((r) => r.json())",
    );
    assert.equal((session as { mfa: boolean }).mfa, true);
    await person.close();
  }
});

test("log in: without a network, then with one -> says so; tried again under the same key", {
  skip,
}, async () => {
  const person = await pages.person();
  await asked(person, async () => {
    // The proof of work is solved while the form is filled in; nothing else is needed after it.
    await new Promise((resolve) => person.page.once("workerdestroyed", resolve));
    await person.page.setOfflineMode(true);
  });
  await person.reads("you seem to be offline");
  await person.focuses(/offline/);
  await person.looks("login-offline");
  await person.press("Try again");
  await person.until("!document.querySelector('[aria-busy=true]')");
  await person.page.setOfflineMode(false);
  await person.press("Try again");
  await person.sees("Check your mail");
  const keys = calls(person, "/auth/login").map((one) => one.headers()["idempotency-key"]);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1, String(keys));
  await person.close();
});

test("log in: while it is under way -> the button says so, and another press sends nothing", {
  skip,
}, async () => {
  const person = await pages.person();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await person.page.setRequestInterception(true);
  person.page.on("request", async (request) => {
    if (request.url().endsWith("/v1/auth/login")) await isReleased;
    await request.continue();
  });
  await asked(person);
  await person.page.waitForSelector("button[aria-busy=true][aria-disabled=true]");
  await person.press("Continue");
  await person.page.keyboard.press("Enter");
  await person.focuses("Continue");
  await person.looks("login-busy");
  release();
  await person.sees("Check your mail");
  assert.equal(calls(person, "/auth/login").length, 1);
  await person.close();
});

test("log in: by keys alone -> the overview, with the focus on its heading", { skip }, async () => {
  const { server } = pages;
  const { email, password } = server.demo.founder;
  const person = await pages.person();
  const { keyboard } = person.page;
  await person.goes("/console/login");
  await person.sees("Log in");
  await keyboard.press("Tab");
  await person.focuses("Skip to the content");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await person.focuses("E-mail");
  await keyboard.type(email);
  await keyboard.press("Tab");
  await person.focuses("Password");
  await keyboard.type(password);
  const before = codesTo(server, email).length;
  await keyboard.press("Enter");
  await person.sees("Check your mail");
  await person.focuses("Check your mail");
  await keyboard.press("Tab");
  await person.focuses("Code");
  await keyboard.type(await codeFor(server, email, before));
  await keyboard.press("Tab");
  await person.focuses("Log in");
  await keyboard.press("Space");
  await person.sees("Demo");
  await person.focuses("Demo");
  assert.equal(await person.page.title(), "Demo · Console");
  await person.close();
});

test("log in: a reload in between, a step without the one before -> goes on; begins anew", {
  skip,
}, async () => {
  const person = await pages.person();
  const before = await asked(person);
  await person.sees("Check your mail");
  await person.reloads();
  await person.fill("Code", await codeFor(pages.server, pages.server.demo.founder.email, before));
  await person.press("Log in");
  await person.sees("Demo");
  await person.press("Log out");
  await person.sees("Log in");
  for (const path of ["/console/login/code", "/console/login/mfa"]) {
    await person.goes(path);
    await person.sees("Log in");
    assert.equal(person.at(), "/console/login");
  }
  await person.close();
});

/** Fills the log-in of the demo's founder in and sends it; returns how many codes there were before. */
async function asked(person: Person, beforeSending = async () => {}): Promise<number> {
  const { email, password } = pages.server.demo.founder;
  const before = codesTo(pages.server, email).length;
  const isReady = beforeSending();
  await person.goes("/console/login");
  await person.fill("E-mail", email);
  await person.fill("Password", password);
  await isReady;
  await person.press("Continue");
  return before;
}

/** The calls of an operation that the page has made. */
function calls({ sent }: Person, path: string) {
  return sent.filter((one) => one.url().endsWith(`/v1${path}`));
}

async function writtenIn({ page }: Person, label: string): Promise<unknown> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"])`);
  return (await field?.getProperty("value"))?.jsonValue();
}
