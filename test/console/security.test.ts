/** The own account, in a real browser: name, password, second factor with its recovery codes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import qrcode from "qrcode-generator";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { loseAnswer } from "../support/lost_answer.ts";
import { codeFor, codesTo, PASSWORD, type People, totpOf } from "../support/people.ts";
import { newDataDir } from "../support/server.ts";

let pages: Console;
let people: People;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  people = pages.people;
});

after(() => pages?.close());

const skip = NO_BROWSER;

test("security: another name, none, no network -> saved, said beside the field, tried again", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  const nameNow = async () => expect(await ada.get("/users/me"), 200).at("displayName");
  await person.goes("/console/security");
  await person.reads("Set up a second factor");
  await person.looks("security");
  await person.fill("Name", "");
  await person.press("Save the name");
  await person.reads("Name is missing.");
  await person.focuses("Name");
  await person.looks("security-name-missing");
  await person.fill("Name", "Ada King");
  await person.press("Save the name");
  await person.reads("Your name is saved.");
  assert.equal(await nameNow(), "Ada King");
  await person.page.setOfflineMode(true);
  await person.fill("Name", "Ada Byron");
  await person.press("Save the name");
  await person.reads("you seem to be offline");
  await person.looks("security-offline");
  await person.page.setOfflineMode(false);
  await person.press("Try again");
  await person.reads("Your name is saved.");
  assert.equal(await nameNow(), "Ada Byron");
  await person.close();
});

test("security: a password with a wrong present one, with the right one -> refused; set, other sessions end", {
  skip,
}, async () => {
  const ada = await people.founder();
  const elsewhere = people.browser(ada.email);
  await people.logIn(elsewhere);
  const person = await pages.personWith(ada);
  await person.goes("/console/security");
  await person.fill("Present password", "some other passphrase");
  await person.fill("New password", "short");
  await person.press("Change the password");
  await person.page.waitForSelector("[aria-invalid=true]");
  await person.focuses("New password");
  await person.fill("New password", "another good passphrase");
  await person.press("Change the password");
  await person.reads("The present password is not right");
  await person.looks("security-password-refused");
  await person.fill("Present password", PASSWORD);
  await person.press("Change the password");
  await person.reads("Your new password is set");
  await person.looks("security-password-set");
  assert.equal((await elsewhere.get("/users/me")).status, 401);
  expect(await ada.get("/users/me"), 200);
  await person.close();
});

test("security: a second factor is set up, used, turned off -> codes shown once, and only its session turns it off", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  const downloads = newDataDir();
  const { ready } = await allowFiles(person, downloads);
  await person.goes("/console/security");
  const sent = person.page.waitForResponse((reply) => reply.url().endsWith("/totp/enrollment"));
  await person.press("Set up a second factor");
  const { secret, otpauthUri } = (await (await sent).json()) as Record<string, string>;
  assert.ok(secret !== undefined && otpauthUri !== undefined);
  await person.reads(secret);
  assert.deepEqual(await modulesShown(person), modulesOf(otpauthUri));
  await person.looks("second-factor-enrolling");
  await person.fill("Code of the app", "000000");
  await person.press("Confirm");
  await person.reads("That code is not right");
  await person.looks("second-factor-wrong-code");
  await person.page.keyboard.press("Escape");
  await person.until("document.querySelector('dialog') === null");
  await person.focuses("Set up a second factor");

  const again = person.page.waitForResponse((reply) => reply.url().endsWith("/totp/enrollment"));
  await person.press("Set up a second factor");
  const second = ((await (await again).json()) as { secret: string }).secret;
  assert.notEqual(second, secret);
  await person.fill("Code of the app", totpOf(second, Date.now()));
  await person.press("Confirm");
  await person.reads("Keep your recovery codes");
  const codes = (await person.page.evaluate(
    "[...document.querySelectorAll('.codes code')].map((one) => one.textContent)",
  )) as string[];
  assert.equal(new Set(codes).size, 10);
  await person.looks("recovery-codes");
  // However often it is pressed: the codes are there until they are kept.
  for (let count = 0; count < 3; count++) await person.page.keyboard.press("Escape");
  await person.press("Copy");
  await person.press("Copied");
  const copied = await person.page.evaluate("navigator.clipboard.readText()");
  assert.equal(copied, `${codes.join("\n")}\n`);
  await person.follow("Download");
  const file = join(downloads, "recovery-codes.txt");
  await ready;
  assert.equal(readFileSync(file, "utf8"), `${codes.join("\n")}\n`);
  await person.press("I have kept them");
  await person.reads("Your second factor is on.");
  await person.focuses("Second factor");
  await person.reads("This session was begun without it.");
  await person.looks("second-factor-on");

  await person.press("Log out and log in again");
  await person.sees("Log in");
  await person.reads("Log in with your second factor to go on.");
  await person.fill("Password", PASSWORD);
  const before = codesTo(pages.server, ada.email).length;
  await person.press("Continue");
  await person.sees("Check your mail");
  await person.fill("Code", await codeFor(pages.server, ada.email, before));
  await person.press("Log in");
  await person.sees("Your second factor");
  await person.press("Use a recovery code");
  await person.fill("Recovery code", String(codes[0]));
  await person.press("Log in");
  await person.sees("Security");
  await person.press("Turn it off");
  await person.looks("second-factor-turning-off");
  await person.fill("Password", "some other passphrase");
  await person.fill("Code", String(codes[1]));
  await inDialog(person, "Turn it off");
  await person.reads("The password or the code is not right");
  await person.fill("Password", PASSWORD);
  await inDialog(person, "Turn it off");
  await person.reads("Your second factor is off.");
  await person.focuses("Second factor");
  await person.looks("second-factor-off");
  await person.close();
});

test("security: answers with the secret and with the recovery codes are lost -> another secret; how to get codes", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  await person.goes("/console/security");
  await person.reads("Set up a second factor");
  await loseAnswer(person, "/users/me/mfa/totp/enrollment");
  await person.press("Set up a second factor");
  await person.reads("you seem to be offline");
  await person.press("Try again");
  await person.reads("The secret was lost on its way here.");
  await person.looks("second-factor-secret-lost");
  await person.press("Begin again");
  await person.reads("Scan this with an authenticator app");
  const secret = await person.page.$eval(".secret code", ({ textContent }) => textContent);
  await person.fill("Code of the app", totpOf(String(secret), Date.now()));
  await loseAnswer(person, "/users/me/mfa/totp/enrollment/confirm");
  await person.press("Confirm");
  await person.reads("you seem to be offline");
  await person.press("Try again");
  await person.reads("its recovery codes were lost on their way here");
  await person.looks("recovery-codes-lost");
  await person.press("Close");
  await person.reads("Your second factor is on.");
  await person.close();
});

/** Lets the page copy, and puts what it hands over as a file into the folder; ready when the first one is. */
async function allowFiles({ page, context }: Person, folder: string) {
  const allowed = ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"] as const;
  await context.overridePermissions(pages.origin, [...allowed]);
  const devtools = await page.createCDPSession();
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  await devtools.send("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: folder,
    eventsEnabled: true,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  });
  const ready = new Promise<void>((resolve) => {
    devtools.on("Browser.downloadProgress", ({ state }) => {
      if (state === "completed") resolve();
    });
  });
  return { ready };
}

function inDialog({ click }: Person, name: string): Promise<void> {
  return click(`dialog ::-p-aria([name="${name}"][role="button"])`);
}

/** Places of the dark modules of the picture, "column row", without its border of four. */
async function modulesShown({ page }: Person): Promise<string[]> {
  const path = await page.$eval(".qr path", (one) => one.getAttribute("d") ?? "");
  const starts = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)];
  assert.equal(starts.map(([text]) => text).join(""), path);
  return starts.map(([, column, row]) => `${Number(column) - 4} ${Number(row) - 4}`).sort();
}

function modulesOf(text: string): string[] {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  const dark = places.flatMap((row) =>
    places.filter((column) => code.isDark(row, column)).map((column) => `${column} ${row}`),
  );
  return dark.sort();
}
