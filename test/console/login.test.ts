/** Logging in at the pages, in a real browser: the whole way, and what is refused on it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Console, NO_BROWSER, openConsole } from "../support/console.ts";
import { codeFor, codesTo } from "../support/people.ts";

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
