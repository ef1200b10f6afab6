/** Signing up and setting a new password at the pages, from nothing to the overview. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";
import {
  codeFor,
  codesTo,
  invitationTokenIn,
  mailFor,
  newEmail,
  PASSWORD,
} from "../support/people.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

test("sign up: filled in by the address, a weak password, the code -> the overview of the company", {
  skip,
}, async () => {
  const email = newEmail();
  const person = await pages.person();
  const filled = new URLSearchParams({ email, name: "Grace Hopper", company: "Hopper Ltd" });
  await person.goes(`/console/signup#${filled}`);
  await person.sees("Create an account");
  await person.looks("signup");
  await person.fill("Password", email);
  await person.press("Create account");
  await person.page.waitForSelector("#app [aria-invalid=true]");
  await person.focuses("Password");
  await person.looks("signup-refused");
  await person.fill("Password", PASSWORD);
  await person.press("Create account");
  await person.sees("Confirm your address");
  await person.reads(email);
  await person.looks("signup-code");
  await person.fill("Code", await codeFor(pages.server, email));
  await person.press("Confirm");
  await person.sees("Hopper Ltd");
  await person.reads("Welcome, Grace Hopper.");
  await person.reads("No Products yet");
  await person.looks("overview-empty");
  await person.close();
});

test("sign up: with an invitation's token -> in the company that invites; for another address, refused", {
  skip,
}, async () => {
  const { people, server } = pages;
  const owner = await people.founder("Inviting");
  const email = newEmail();
  expect(await owner.post("/tenant/invitations", { email, role: "developer" }), 201);
  const token = invitationTokenIn(await mailFor(server, email));
  const person = await pages.person();
  await person.goes(`/console/signup#token=${token}`);
  await person.sees("Create an account");
  await person.looks("signup-invited");
  await person.fill("E-mail", newEmail());
  await person.fill("Your name", "Ada");
  await person.fill("Password", PASSWORD);
  await person.press("Create account");
  await person.reads("The invitation is for another address");
  await person.fill("E-mail", email);
  await person.press("Create account");
  await person.sees("Confirm your address");
  await person.fill("Code", await codeFor(server, email));
  await person.press("Confirm");
  await person.sees("Inviting");
  await person.reads("developer");
  const addresses = person.requested.map((url) => url.split("#")[0] ?? "");
  assert.deepEqual(
    addresses.filter((url) => url.includes(token)),
    [],
  );
  await person.close();
});

test("reset: the code of the mail and a new password -> logged in with it, no more with the old one", {
  skip,
}, async () => {
  const { people, server } = pages;
  const founder = await people.founder("Forgetful");
  const person = await pages.person();
  await person.goes("/console/login");
  await person.follow("Forgotten your password?");
  await person.sees("Forgotten password");
  await person.looks("reset");
  await person.fill("E-mail", founder.email);
  const before = codesTo(server, founder.email).length;
  await person.press("Send the code");
  await person.sees("Set a new password");
  await person.looks("reset-confirm");
  const renewed = "seven tall yellow lamps";
  await person.fill("Code", "111111");
  await person.fill("New password", renewed);
  const code = await codeFor(server, founder.email, before);
  if (code !== "111111") {
    await person.press("Set the password");
    await person.reads("That code is not right");
    await person.looks("reset-refused");
  }
  await person.fill("Code", code);
  await person.press("Set the password");
  await person.sees("Log in");
  await person.reads("Your new password is set");
  await person.looks("reset-done");
  await person.fill("Password", PASSWORD);
  await person.press("Continue");
  await person.reads("do not belong together");
  await person.fill("Password", renewed);
  const logins = codesTo(server, founder.email).length;
  await person.press("Continue");
  await person.sees("Check your mail");
  await person.fill("Code", await codeFor(server, founder.email, logins));
  await person.press("Log in");
  await person.sees("Forgetful");
  await person.close();
});
