/**
 * For tests over HTTP: people at browsers. They sign up, read the codes of their mails in the mail folder of
 * the server's data directory, log in, and keep the cookie of their session as a browser does. Every
 * response is compared with the published contract.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { solveProof } from "./access/proof.ts";
import { type Client, expect, openClient, type Reply, type Sending } from "./client.ts";
import { PATIENCE_MS } from "./patience.ts";
import type { Server } from "./server.ts";

export const PASSWORD = "a long enough passphrase";

/** Where a server is, and where the mails are that it sends. */
type Address = Pick<Server, "baseUrl" | "dataDir">;

export type Browser = {
  email: string;
  /** The cookie that the browser would send; "" where it has none. */
  cookie: string;
  csrfToken: string;
  get(path: string, sending?: Sending): Promise<Reply>;
  post(path: string, body?: unknown, sending?: Sending): Promise<Reply>;
  send(method: string, path: string, body?: unknown, sending?: Sending): Promise<Reply>;
  /** Takes the session's CSRF token, as the pages do when they are loaded. */
  load(): Promise<void>;
};

/** Opens browsers of people at a server, over the connections of one client. */
export async function openPeople(server: Address) {
  const client = await openClient(server, { productId: "", apiKey: "" });
  return {
    client,
    browser: (email: string) => browserOf(client, email),
    /** A person who has signed up with a company of their own; the session has begun. */
    async founder(company = "Acme", email = newEmail()): Promise<Browser> {
      const browser = browserOf(client, email);
      await signUp(server, browser, { company });
      return browser;
    },
    /** Another person, who signs up by an invitation of `owner` with a role. */
    invited: (owner: Browser, role: string) =>
      invited(server, browserOf(client, newEmail()), owner, role),
    signUp: (browser: Browser, with_: { company?: string; invitationToken?: string }) =>
      signUp(server, browser, with_),
    logIn: (browser: Browser, options?: LoginOptions) => logIn(server, browser, options),
    close: () => client.close(),
  };
}
export type People = Awaited<ReturnType<typeof openPeople>>;

export function newEmail(): string {
  return `p${randomUUID().slice(0, 13)}@example.com`;
}

function browserOf(client: Client, email: string): Browser {
  const browser: Browser = {
    email,
    cookie: "",
    csrfToken: "",
    get: (path, sending) => browser.send("GET", path, undefined, sending),
    post: (path, body, sending) => browser.send("POST", path, body, sending),
    async send(method, path, body, sending = {}) {
      const headers: Record<string, string | string[]> = { authorization: "" };
      if (browser.cookie !== "") headers["cookie"] = browser.cookie;
      if (browser.csrfToken !== "" && method !== "GET") headers["x-csrf-token"] = browser.csrfToken;
      const reply = await client.send(method, path, body, {
        ...sending,
        headers: { ...headers, ...sending.headers },
      });
      for (const line of reply.headers["set-cookie"] ?? []) {
        const [pair = ""] = line.split(";");
        browser.cookie = pair.endsWith("=") ? "" : pair;
        browser.csrfToken = "";
      }
      return reply;
    },
    async load() {
      const session = expect(await browser.get("/sessions/current"), 200);
      browser.csrfToken = session.id("csrfToken");
    },
  };
  return browser;
}

/** A solved proof of work. */
export async function proofOf(browser: Browser): Promise<string> {
  const reply = expect(await browser.post("/auth/challenge", undefined, { key: null }), 200);
  return solveProof(reply.body as never);
}

async function signUp(
  server: Address,
  browser: Browser,
  with_: { company?: string; invitationToken?: string },
): Promise<Reply> {
  const { email } = browser;
  const proofOfWork = await proofOf(browser);
  const draft = { email, password: PASSWORD, displayName: "Ada Lovelace", proofOfWork, ...with_ };
  const begun = expect(await browser.post("/auth/signup", draft), 201);
  const code = await codeFor(server, email);
  const path = `/auth/signup/${begun.id("signupId")}/verify`;
  const verified = expect(await browser.post(path, { code }), 200);
  await browser.load();
  return verified;
}

async function invited(
  server: Address,
  browser: Browser,
  owner: Browser,
  role: string,
): Promise<Browser> {
  const { email } = browser;
  expect(await owner.post("/tenant/invitations", { email, role }), 201);
  const invitationToken = invitationTokenIn(await mailFor(server, email));
  await signUp(server, browser, { invitationToken });
  return browser;
}

/** A step of TOTP, milliseconds. A server takes the codes of the present step and of its neighbours, once. */
export const STEP_MS = 30_000;

/** `totpMs`: the time of the code of the second factor, where it is not the next step's. */
export type LoginOptions = { password?: string; totpSecret?: string; totpMs?: number };

async function logIn(
  server: Address,
  browser: Browser,
  { password = PASSWORD, totpSecret, totpMs }: LoginOptions = {},
): Promise<Reply> {
  const { email } = browser;
  browser.cookie = "";
  browser.csrfToken = "";
  const before = codesTo(server, email).length;
  const proofOfWork = await proofOf(browser);
  const begun = expect(await browser.post("/auth/login", { email, password, proofOfWork }), 201);
  const loginId = begun.id("loginId");
  const code = await codeFor(server, email, before);
  let reply = expect(await browser.post(`/auth/login/${loginId}/code`, { code }), 200);
  if (reply.at("mfaRequired") === true) {
    assert.ok(totpSecret !== undefined, "the test knows the person's second factor");
    // The enrolment has used the code of its step; a step may end before the server looks.
    const totp = totpOf(totpSecret, totpMs ?? Date.now() + STEP_MS);
    reply = expect(await browser.post(`/auth/login/${loginId}/mfa`, { code: totp }), 200);
  }
  await browser.load();
  return reply;
}

/** The code of an authenticator app at a time. */
export function totpOf(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** The mails that were read, by path: a mail is there as a whole, and never changes. */
const mails = new Map<string, string>();

/** The texts of the mails to an address, oldest first. */
export function mailsTo({ dataDir }: Pick<Server, "dataDir">, email: string): string[] {
  const folder = join(dataDir, "mail");
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
  return names
    .sort()
    .map((name) => mailAt(join(folder, name)))
    .filter((text) => text.includes(`To: ${email}`));
}

function mailAt(path: string): string {
  const text = mails.get(path) ?? readFileSync(path, "utf8");
  mails.set(path, text);
  return text;
}

/** The mail to an address that comes after the first `before` ones. */
export function mailFor(
  server: Pick<Server, "dataDir">,
  email: string,
  before = 0,
): Promise<string> {
  return whenThere(`mail number ${before + 1} to ${email}`, () => mailsTo(server, email)[before]);
}

/** The secret in the link of the mail of an invitation. */
export function invitationTokenIn(mail: string): string {
  const token = /^https?:\S+#token=([\w.-]+)\r$/m.exec(mail)?.[1];
  assert.ok(token !== undefined, `a line with the link alone in ${mail}`);
  return token;
}

/** The codes that were mailed to an address, oldest first. */
export function codesTo(server: Pick<Server, "dataDir">, email: string): string[] {
  return mailsTo(server, email).flatMap((mail) => /Your code: (\d{6})/.exec(mail)?.[1] ?? []);
}

/** The code that is mailed to an address after the first `before` codes. */
export function codeFor(
  server: Pick<Server, "dataDir">,
  email: string,
  before = 0,
): Promise<string> {
  return whenThere(`code number ${before + 1} to ${email}`, () => codesTo(server, email)[before]);
}

async function whenThere(what: string, look: () => string | undefined): Promise<string> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (performance.now() < untilMs) {
    const found = look();
    if (found !== undefined) return found;
    await pause(20);
  }
  assert.fail(`no ${what}`);
}

/** Enrols TOTP; returns the secret, base32, and the recovery codes. The session stays as it was. */
export async function enrol(browser: Browser, nowMs = Date.now()) {
  const begun = expect(await browser.post("/users/me/mfa/totp/enrollment"), 200);
  const secret = begun.id("secret");
  const code = totpOf(secret, nowMs);
  const confirmed = expect(
    await browser.post("/users/me/mfa/totp/enrollment/confirm", { code }),
    200,
  );
  return { secret, recoveryCodes: confirmed.at("recoveryCodes") as string[] };
}
