/** Sessions and tokens on an edge: who calls, for which company, and what is refused. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { PersonCredential, TenantPolicy } from "../contract/declare/announcement.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { Role } from "../contract/declare/roles.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { makeCredential } from "./credential_text.ts";
import { Credentials, type Presented } from "./credentials.ts";
import { USE_NOTED_MS } from "./people_table.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 9, 30);
const PEPPER = Buffer.alloc(32, 5);
const HERE = new Uint8Array([203, 0, 113, 7]);
const [SESSION, TOKEN, OTHER] = [
  makeCredential("session", randomBytes, PEPPER),
  makeCredential("pat", randomBytes, PEPPER),
  makeCredential("session", randomBytes, PEPPER),
];

function credentialOf({ identity, digest }: typeof SESSION): PersonCredential {
  const times = { createdAtMs: NOW_MS - 1_000, expiresAtMs: NOW_MS + 1_000 };
  return { userId: "usr_1", tenantId: "ten_1", identity, digest, mfa: false, ...times };
}

/** An edge that knows one person, a session, a token and two companies. */
function edgeWith(uses: string[] = []) {
  const edge = new Credentials({ all: [PEPPER] }, (id) => uses.push(id));
  policy(edge, "ten_1");
  policy(edge, "ten_2");
  member(edge, "ten_1", "owner");
  edge.apply({ kind: "session", session: { sessionId: "ses_1", ...credentialOf(SESSION) } });
  edge.apply({
    kind: "token",
    token: { tokenId: "pat_1", scopes: ["keys:read"], ...credentialOf(TOKEN) },
  });
  return edge;
}

function policy(edge: Credentials, tenantId: string, change: Partial<TenantPolicy> = {}): void {
  const tenant = { tenantId, requireMfa: false, allowedCidrs: [], ...change };
  edge.apply({ kind: "tenant", tenant });
}

function member(edge: Credentials, tenantId: string, role: Role | undefined): void {
  const memberId = `mem_${tenantId}`;
  edge.apply({ kind: "member", member: { tenantId, userId: "usr_1", memberId, role } });
}

function presented(change: Partial<Presented>): Presented {
  return {
    audience: "api",
    authorization: undefined,
    sessionText: "",
    tenant: "",
    address: HERE,
    ...change,
  };
}
const byCookie = (text: string, change: Partial<Presented> = {}) =>
  presented({ sessionText: text, ...change });
const byToken = (text: string, change: Partial<Presented> = {}) =>
  presented({ authorization: `Bearer ${text}`, ...change });

function callerOf(answer: Caller | Refusal): Extract<Caller, { userId: string }> {
  assert.ok("userId" in answer, JSON.stringify(answer));
  return answer;
}
function codeOf(answer: Caller | Refusal): string {
  return "refused" in answer ? answer.code : "";
}

test("session: its cookie -> the person, the company, the role; a token -> its scopes too", () => {
  const edge = edgeWith();
  const session = callerOf(edge.authenticate(byCookie(SESSION.text), NOW_MS));
  const { csrfToken, ...others } = session as typeof session & { csrfToken: string };
  assert.match(csrfToken, /^[\w-]{32}$/);
  const person = { userId: "usr_1", tenantId: "ten_1", memberId: "mem_ten_1", role: "owner" };
  const common = { ...person, mfa: false, requiresMfa: false };
  assert.deepEqual(others, { kind: "session", sessionId: "ses_1", ...common });
  const token = callerOf(edge.authenticate(byToken(TOKEN.text), NOW_MS));
  assert.deepEqual(token, {
    kind: "token",
    tokenId: "pat_1",
    scopes: new Set(["keys:read"]),
    ...common,
  });
});

test("session: two of one person -> two CSRF tokens; the same one twice -> the same", () => {
  const edge = edgeWith();
  edge.apply({ kind: "session", session: { sessionId: "ses_2", ...credentialOf(OTHER) } });
  const tokenOf = (text: string) => {
    const caller = callerOf(edge.authenticate(byCookie(text), NOW_MS));
    return caller.kind === "session" ? caller.csrfToken : "";
  };
  assert.equal(tokenOf(SESSION.text), tokenOf(SESSION.text));
  assert.notEqual(tokenOf(SESSION.text), tokenOf(OTHER.text));
});

const withOther = (text: string) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`;
const REFUSED: [string, Presented, string][] = [
  ["another secret", byCookie(withOther(SESSION.text)), "invalid_credentials"],
  ["a session that is not known", byCookie(OTHER.text), "invalid_credentials"],
  ["no text of a session", byCookie("hello"), "invalid_credentials"],
  ["a token in the cookie", byCookie(TOKEN.text), "invalid_credentials"],
  ["a session behind Bearer", byToken(SESSION.text), "invalid_credentials"],
  [
    "a cookie beside a wrong header",
    byToken("x", { sessionText: SESSION.text }),
    "invalid_credentials",
  ],
];
for (const [what, request, code] of REFUSED) {
  test(`authenticate: ${what} -> ${code}`, () => {
    assert.equal(codeOf(edgeWith().authenticate(request, NOW_MS)), code);
  });
}

test("revoked, expired: with the right secret -> said so with the time; with another -> not", () => {
  const edge = edgeWith();
  const revokedAtMs = NOW_MS - 500;
  const revoked = { sessionId: "ses_1", ...credentialOf(SESSION), revokedAtMs };
  edge.apply({ kind: "session", session: revoked });
  const answer = edge.authenticate(byCookie(SESSION.text), NOW_MS);
  assert.equal(codeOf(answer), "session_revoked");
  assert.deepEqual((answer as Refusal).details, { revokedAt: new Date(revokedAtMs).toISOString() });
  const wrong = withOther(SESSION.text);
  assert.equal(codeOf(edge.authenticate(byCookie(wrong), NOW_MS)), "invalid_credentials");
  assert.equal(codeOf(edge.authenticate(byToken(TOKEN.text), NOW_MS + 999)), "");
  assert.equal(codeOf(edge.authenticate(byToken(TOKEN.text), NOW_MS + 1_000)), "session_expired");
});

test("company: another of the person -> that one, by session only; a foreign one -> tenant_mismatch", () => {
  const edge = edgeWith();
  const ask = (request: Presented) => edge.authenticate(request, NOW_MS);
  const inOther = { tenant: "ten_2" };
  assert.equal(codeOf(ask(byCookie(SESSION.text, inOther))), "tenant_mismatch");
  member(edge, "ten_2", "viewer");
  const caller = callerOf(ask(byCookie(SESSION.text, inOther)));
  assert.deepEqual([caller.tenantId, caller.role], ["ten_2", "viewer"]);
  assert.equal(codeOf(ask(byToken(TOKEN.text, inOther))), "tenant_mismatch");
  assert.equal(codeOf(ask(byToken(TOKEN.text, { tenant: "ten_1" }))), "");
  assert.equal(codeOf(ask(byCookie(SESSION.text, { tenant: "ten_404" }))), "tenant_mismatch");
});

test("role: changed, taken away -> the next request has it", () => {
  const edge = edgeWith();
  member(edge, "ten_1", "viewer");
  assert.equal(callerOf(edge.authenticate(byCookie(SESSION.text), NOW_MS)).role, "viewer");
  member(edge, "ten_1", undefined);
  const caller = callerOf(edge.authenticate(byCookie(SESSION.text), NOW_MS));
  assert.deepEqual([caller.tenantId, caller.role, caller.memberId], ["", undefined, undefined]);
});

test("rules of a company: TOTP asked for -> known to the next request; addresses -> others are unknown", () => {
  const edge = edgeWith();
  policy(edge, "ten_1", { requireMfa: true, allowedCidrs: ["203.0.113.0/24"] });
  assert.equal(callerOf(edge.authenticate(byCookie(SESSION.text), NOW_MS)).requiresMfa, true);
  const address = new Uint8Array([198, 51, 100, 1]);
  for (const request of [byCookie(SESSION.text, { address }), byToken(TOKEN.text, { address })]) {
    const there = edge.authenticate(request, NOW_MS) as Refusal;
    const text = request.sessionText === "" ? withOther(TOKEN.text) : OTHER.text;
    const unknown = request.sessionText === "" ? byToken(text) : byCookie(text);
    assert.equal(there.code, "invalid_credentials");
    if (request.sessionText !== "") assert.deepEqual(there, edge.authenticate(unknown, NOW_MS));
  }
});

test("caller: asked for again -> the same object; what it is made of is announced anew -> another, which says it", () => {
  const edge = edgeWith();
  const { identity, digest, text } = makeCredential("access", randomBytes, PEPPER);
  const access = [{ identity, digest, expiresAtMs: NOW_MS + 1_000 }];
  const own = { userId: "usr_1", tenantId: "ten_1", mfa: false, scopes: [], access };
  const login = { sessionId: "ses_2", ...own, endsAtMs: NOW_MS + 1_000, agentGrantId: "grant_1" };
  const agent = { agentMemberId: "agt_1", tenantId: "ten_1", companyWide: false, productIds: [] };
  const lists = { scopes: ["keys:read"], productIds: [], buildIds: [] };
  const grant = { agentGrantId: "grant_1", agentMemberId: "agt_1", ...lists };
  const asAgent = byToken(text, { audience: "mcp" });
  const changes: [Presented, () => void][] = [
    [asAgent, () => edge.apply({ kind: "login", login })],
    [asAgent, () => edge.apply({ kind: "agent_member", agentMember: agent })],
    [
      asAgent,
      () => edge.apply({ kind: "agent_grant", agentGrant: { ...grant, toolForm: "full" } }),
    ],
    [asAgent, () => member(edge, "ten_1", "viewer")],
    [asAgent, () => policy(edge, "ten_1", { requireMfa: true })],
    [byCookie(SESSION.text), () => member(edge, "ten_1", "owner")],
    [byCookie(SESSION.text), () => policy(edge, "ten_1")],
    [byToken(TOKEN.text), () => member(edge, "ten_1", "developer")],
  ];
  for (const [, change] of changes.slice(0, 3)) change();
  const seen = new Set<Caller>();
  for (const [request, change] of changes) {
    const first = callerOf(edge.authenticate(request, NOW_MS));
    assert.equal(edge.authenticate(request, NOW_MS), first);
    change();
    const then = callerOf(edge.authenticate(request, NOW_MS));
    assert.notEqual(then, first);
    seen.add(first).add(then);
  }
  const roles = [...seen].map((caller) => ("role" in caller ? caller.role : undefined));
  assert.deepEqual([...new Set(roles)], ["owner", "viewer", "developer"]);
});

test("use: of a session, many times -> noted once in a quarter of an hour", () => {
  const uses: string[] = [];
  const edge = edgeWith(uses);
  const ask = (nowMs: number) =>
    edge.people.authenticate(
      SESSION.text,
      { kind: "session", identity: SESSION.identity },
      presented({}),
      nowMs,
    );
  const long = { ...credentialOf(SESSION), expiresAtMs: NOW_MS + 2 * USE_NOTED_MS };
  edge.apply({ kind: "session", session: { sessionId: "ses_1", ...long } });
  for (const atMs of [0, 1, USE_NOTED_MS - 1, USE_NOTED_MS, USE_NOTED_MS + 1]) ask(NOW_MS + atMs);
  assert.deepEqual(uses, ["ses_1", "ses_1"]);
});
