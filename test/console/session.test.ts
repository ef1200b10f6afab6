/** The session behind the pages: ended elsewhere, changed in another tab, and where a log-in leads. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, logsIn, openConsole } from "../support/console.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

test("session: revoked elsewhere, the next call -> the log-in, which says so and comes back", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console?from=a#mark");
  await person.sees("Acme");
  const sessionId = expect(await founder.get("/sessions/current"), 200).id("sessionId");
  expect(await founder.post(`/sessions/${sessionId}/revoke`), 200);
  await person.press("Log out");
  await person.sees("Log in");
  await person.reads("Your session has ended. Log in to go on.");
  assert.equal(person.at(), `/console/login?next=${encodeURIComponent("/console?from=a#mark")}`);
  await person.looks("session-ended");
  await logsIn(pages, person, founder.email);
  await person.sees("Acme");
  assert.equal(person.page.url(), `${pages.origin}/console?from=a#mark`);
  await person.close();
});

test("session: another one of the same person in another tab -> the first tab goes on", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Beta");
  const person = await pages.personWith(founder);
  await person.goes("/console");
  await person.sees("Beta");
  await pages.people.logIn(founder);
  await person.takesSession(founder);
  await person.press("Log out");
  await person.reads("You are logged out.");
  await person.close();
});

/** Holds back the answer to each call to `path` until another call was refused, because there is no session. */
const heldUntilRefused = (path: string) => `{
  const send = window.fetch;
  let tell;
  const refused = new Promise((resolve) => (tell = resolve));
  window.fetch = async (request, options) => {
    const answer = await send(request, options);
    const url = new URL(request.url ?? request, location.href);
    if (url.pathname === ${JSON.stringify(path)}) await refused;
    else if (answer.status === 401) {
      await answer.clone().text();
      setTimeout(tell, 100);
    }
    return answer;
  };
}`;

test("session: ended by its person, other calls are refused before the answer comes -> it is no end elsewhere", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Delta");
  const person = await pages.personWith(founder);
  await person.goes("/console");
  await person.page.evaluate(heldUntilRefused("/v1/sessions/current/logout"));
  await person.press("Log out");
  await person.sees("Log in");
  await person.reads("You are logged out.");
  assert.equal(person.at(), "/console/login");

  await pages.people.logIn(founder);
  await person.takesSession(founder);
  await person.goes("/console/sessions");
  const sessionId = expect(await founder.get("/sessions/current"), 200).id("sessionId");
  await person.page.evaluate(heldUntilRefused(`/v1/sessions/${sessionId}/revoke`));
  await person.click("tr:has(.badge.good) .button.danger");
  await person.press("End the session");
  await person.sees("Log in");
  await person.reads("You have ended your own session.");
  await person.close();
});

test("session: a log-in with any next -> a page of this console, and nothing else", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Gamma");
  const person = await pages.personWith(founder);
  for (const next of [
    ...["//evil.example", "https://evil.example", "/\\evil.example"],
    ...["/console/../..//evil.example", "javascript:document.title='evil'"],
  ]) {
    await person.goes(`/console/login?next=${encodeURIComponent(next)}`);
    await person.sees("Gamma");
    assert.equal(person.page.url(), `${pages.origin}/console`, next);
  }
  await person.goes(`/console/login?next=${encodeURIComponent("/console?a=1")}`);
  await person.sees("Gamma");
  assert.equal(person.at(), "/console?a=1");
  const elsewhere = person.requested.filter((url) => !url.startsWith(`${pages.origin}/`));
  assert.deepEqual(elsewhere, []);
  await person.close();
});
