/**
 * The one order of refusals for a person's session, pair by pair: a request with any two faults gets the
 * code of the earlier step. `refusal_order.test.ts` has the same for Product keys.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { expect, type Reply } from "../support/client.ts";
import { type Browser, enrol, openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** A change of a member's role, with everything that a fault can change. */
type Draft = {
  isViewer: boolean;
  isVerified: boolean;
  headers: Record<string, string>;
  key: string | null;
  memberId: string;
  body: Record<string, unknown>;
};
type Fault = { step: string; code: string; apply(draft: Draft): void };

let server: Server;
let people: People;
let memberId: string;
let usedKey: string;
let token: string;
/** Browsers by role and second factor. */
const browsers = new Map<string, Browser>();
const keyOf = (isViewer: boolean, isVerified: boolean) => `${isViewer} ${isVerified}`;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  const owner = await people.founder();
  const viewer = await people.invited(owner, "viewer");
  memberId = await memberOf(owner, (await people.invited(owner, "developer")).email);
  const draft = { name: "t", scopes: ["products:read"] };
  token = expect(await owner.post("/personal-access-tokens", draft), 201).id("token");
  for (const [browser, isViewer] of [
    [owner, false],
    [viewer, true],
  ] as const) {
    browsers.set(
      keyOf(isViewer, false),
      Object.assign(people.browser(browser.email), session(browser)),
    );
    const { secret } = await enrol(browser);
    await people.logIn(browser, { totpSecret: secret });
    browsers.set(keyOf(isViewer, true), browser);
  }
  const rules = { requireMfa: true, allowedCidrs: [] };
  expect(await owner.send("PUT", "/tenant/security", rules), 200);
  usedKey = randomUUID();
  expect(await send({ ...goodDraft(), body: { role: "finance" }, key: usedKey }), 200);
});
after(async () => {
  people.close();
});

function session({ cookie, csrfToken }: Browser) {
  return { cookie, csrfToken };
}

async function memberOf(owner: Browser, email: string): Promise<string> {
  const members = expect(await owner.get("/tenant/members"), 200).items();
  return String(members.find((member) => member["email"] === email)?.["memberId"]);
}

function goodDraft(): Draft {
  return {
    isViewer: false,
    isVerified: true,
    headers: {},
    key: randomUUID(),
    memberId,
    body: { role: "developer" },
  };
}

/** Faults in the order of precedence (api.md 2.0(8)). */
const FAULTS: readonly Fault[] = [
  fault("credential", "invalid_credentials", ({ headers }) => {
    headers["authorization"] = "";
    headers["cookie"] = "session=nothing";
  }),
  fault("company of the request", "tenant_mismatch", ({ headers }) => {
    headers["x-service-tenant"] = "ten_0";
  }),
  fault("a token where a session is asked for", "session_required", ({ headers }) => {
    headers["authorization"] = `Bearer ${token}`;
  }),
  fault("CSRF token", "csrf_token_invalid", ({ headers }) => {
    headers["x-csrf-token"] = "x";
  }),
  fault("environment that is none", "invalid_request", ({ headers }) => {
    headers["x-service-environment"] = "production";
  }),
  fault("idempotency header", "idempotency_required", (draft) => {
    draft.key = null;
  }),
  fault("schema", "invalid_request", ({ body }) => {
    body["role"] = "king";
  }),
  fault("role", "missing_required_permission", (draft) => {
    draft.isViewer = true;
  }),
  fault("second factor", "mfa_verification_required", (draft) => {
    draft.isVerified = false;
  }),
  fault("key of another request", "idempotency_conflict", (draft) => {
    draft.key = usedKey;
  }),
  fault("member", "resource_not_found", (draft) => {
    draft.memberId = `${memberId.slice(0, -1)}${memberId.endsWith("0") ? "1" : "0"}`;
  }),
];

function fault(step: string, code: string, apply: Fault["apply"]): Fault {
  return { step, code, apply };
}

async function send({
  isViewer,
  isVerified,
  headers,
  key,
  memberId: id,
  body,
}: Draft): Promise<Reply> {
  const browser = browsers.get(keyOf(isViewer, isVerified)) as Browser;
  return await browser.send("PATCH", `/tenant/members/${id}`, body, { headers, key });
}

test("founder's refusal: no fault, and each fault alone -> success, and its own code", async () => {
  expect(await send(goodDraft()), 200);
  for (const { step, code, apply } of FAULTS) {
    const draft = goodDraft();
    apply(draft);
    const reply = await send(draft);
    assert.equal(reply.code, code, `${step}: ${reply.text}`);
  }
});

test("founder's refusal: any two faults at once -> the code of the earlier step", async () => {
  for (const [at, earlier] of FAULTS.entries()) {
    for (const later of FAULTS.slice(at + 1)) {
      const draft = goodDraft();
      later.apply(draft);
      earlier.apply(draft);
      const reply = await send(draft);
      assert.equal(reply.code, earlier.code, `${earlier.step} and ${later.step}: ${reply.text}`);
    }
  }
});
