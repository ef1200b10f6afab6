/**
 * People over HTTP, in one process with real threads, files and mails: from a sign-up to a second factor, a
 * log-in with both, and a new password. Mails are files, because no mail server is named.
 * A server of its own: each mail that it sends is read.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { HOTP, Secret } from "otpauth";
import { solveProof } from "../support/access/proof.ts";
import { newDataDir, startServer, stopServer } from "../support/server.ts";

const PASSWORD = "nine small green kettles";
const SECOND = "seven tall yellow lamps";
const EMAIL = "grace@example.com";
const LOOK_MS = 20;

type Answer = { status: number; body: Record<string, unknown>; cookies: string[] };

async function openPeople(t: TestContext) {
  const dataDir = newDataDir();
  const server = await startServer(["--shards", "1", "--edges", "1"], dataDir);
  t.after(() => stopServer(server));
  let cookie = "";
  let csrfToken = "";
  const seen = new Set<string>();

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: {
        ...(method !== "GET" && { "idempotency-key": randomUUID() }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(cookie !== "" && { cookie, "x-csrf-token": csrfToken }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const cookies = response.headers.getSetCookie();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text), cookies };
  }

  return {
    call,
    async proof(): Promise<string> {
      const { body } = await call("POST", "/auth/challenge");
      return solveProof(body as never);
    },
    /** The six digits of the next mail that has some. */
    async code(): Promise<string> {
      const folder = join(dataDir, "mail");
      for (;;) {
        const names = existsSync(folder) ? readdirSync(folder) : [];
        for (const name of names.filter((one) => one.endsWith(".eml") && !seen.has(one))) {
          seen.add(name);
          const code = /\b[0-9]{6}\b/.exec(bodyOf(readFileSync(join(folder, name), "utf8")))?.[0];
          if (code !== undefined) return code;
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    /** Goes on as the session that the answer began. */
    async signIn({ cookies }: Answer): Promise<Record<string, unknown>> {
      cookie = cookies[0]?.split(";")[0] ?? "";
      const { status, body } = await call("GET", "/sessions/current");
      assert.equal(status, 200);
      csrfToken = body["csrfToken"] as string;
      return body;
    },
  };
}

function bodyOf(mail: string): string {
  return mail.slice(mail.indexOf("\r\n\r\n"));
}

test("people: sign-up, second factor, log-in with both, new password -> as described, secrets in no body", async (t) => {
  const { call, proof, code, signIn } = await openPeople(t);
  const draft = { email: EMAIL, password: PASSWORD, displayName: "Grace", company: "Hopper Ltd" };
  const signup = await call("POST", "/auth/signup", { ...draft, proofOfWork: await proof() });
  assert.equal(signup.status, 201, JSON.stringify(signup.body));
  const { signupId } = signup.body;
  const verified = await call("POST", `/auth/signup/${signupId}/verify`, { code: await code() });
  assert.equal(verified.status, 200, JSON.stringify(verified.body));
  assert.equal("sessionToken" in verified.body, false);
  assert.match(verified.cookies[0] ?? "", /^session=service_session_.*HttpOnly; SameSite=Lax/);
  assert.equal((await signIn(verified))["mfa"], false);

  const me = await call("GET", "/users/me");
  assert.equal(me.body["email"], EMAIL);
  assert.equal((me.body["tenants"] as unknown[]).length, 1);

  const begun = await call("POST", "/users/me/mfa/totp/enrollment");
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const secret = Secret.fromBase32(begun.body["secret"] as string);
  const counter = Math.floor(Date.now() / 30_000);
  const first = HOTP.generate({ secret, counter });
  const confirmed = await call("POST", "/users/me/mfa/totp/enrollment/confirm", { code: first });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  const recoveryCodes = confirmed.body["recoveryCodes"] as string[];
  assert.equal(recoveryCodes.length, 10);

  const refused = await call("POST", "/auth/login", {
    ...{ email: EMAIL, password: SECOND },
    proofOfWork: await proof(),
  });
  assert.equal(refused.status, 401);
  const login = await call("POST", "/auth/login", {
    ...{ email: EMAIL, password: PASSWORD },
    proofOfWork: await proof(),
  });
  assert.equal(login.status, 201, JSON.stringify(login.body));
  const { loginId } = login.body;
  const asked = await call("POST", `/auth/login/${loginId}/code`, { code: await code() });
  assert.deepEqual([asked.status, asked.body["mfaRequired"], asked.cookies], [200, true, []]);
  const done = await call("POST", `/auth/login/${loginId}/mfa`, { code: recoveryCodes[0] });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.equal((await signIn(done))["mfa"], true);

  const passwords = { currentPassword: PASSWORD, newPassword: SECOND };
  const changed = await call("POST", "/users/me/password", passwords);
  assert.deepEqual([changed.status, changed.body], [204, {}]);
  const factor = await call("GET", "/users/me/mfa");
  assert.equal(factor.body["recoveryCodesLeft"], 9);
});
