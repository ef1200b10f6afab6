/**
 * Whatever the platform shard has decided: an edge that was told everything, one that looks everything up,
 * and one that looks up in a view that is behind and was told the rest give the same answers.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { FROM, openPlatformWorld, type PlatformWorld } from "../../../test/world/platform_world.ts";
import { makeApiKey } from "../../access/api_key.ts";
import { makeCredential } from "../../access/credential_text.ts";
import { Credentials } from "../../access/credentials.ts";
import type { Directory } from "../../access/directory.ts";
import type { Role } from "../../contract/declare/roles.ts";
import type { Fact } from "../../contract/records/record.ts";
import { changedAgent, changedGrant, endedGrant, revokedAgent } from "../agent/agent_facts.ts";
import { agentById } from "../agent/agent_state.ts";
import { newGrant } from "../agent_grant/new_grant.ts";
import type { PersonalAccessTokenFact } from "../personal_access_token/personal_access_token_noun.ts";
import { PLATFORM_REGISTRY } from "../registry.ts";
import { newLogin, refreshedLogin, withoutAccess } from "../session/login_facts.ts";
import { newSession, revokedSession } from "../session/session_facts.ts";
import type { MemberDocument } from "../tenant/member_document.ts";
import { changedMember, newMember } from "../tenant/tenant_facts.ts";
import { keyMade } from "./api_key_making.ts";
import type { ApiKeyChanged } from "./platform_facts.ts";
import type { ProductDocument, TenantDocument } from "./platform_state.ts";

const PEPPER = Buffer.alloc(32, 3);
const ADDRESSES = [Uint8Array.of(192, 0, 2, 7), Uint8Array.of(198, 51, 100, 1)];

type Story = {
  world: PlatformWorld;
  tenantId: string;
  otherTenantId: string;
  productId: string;
  userId: string;
  /** The cookie of a session, or the header of a token or key. */
  texts: { sessionText?: string; authorization?: string }[];
};

async function begun(): Promise<Story> {
  const world = await openPlatformWorld();
  const { tenantId } = await newCompany(world);
  const { tenantId: otherTenantId } = await newCompany(world, "Other");
  const { productId } = await newProduct(world, { tenantId });
  const { userId } = await newPerson(world, { tenantId });
  const strangers = [
    { sessionText: makeCredential("session", randomBytes, PEPPER).text },
    { authorization: `Bearer ${makeCredential("pat", randomBytes, PEPPER).text}` },
    { authorization: `Bearer ${makeApiKey("sandbox", randomBytes, PEPPER).text}` },
  ];
  return { world, tenantId, otherTenantId, productId, userId, texts: strangers };
}

const without = <T extends { realm: number }>({ realm: _, ...document }: T) => document;
const productOf = ({ world, productId }: Story) =>
  without(world.state.products.find(productId) as ProductDocument);
const tenantOf = ({ world, tenantId }: Story) =>
  without(world.state.tenants.find(tenantId) as TenantDocument);
const memberIn = ({ world, userId }: Story, tenantId: string) =>
  world.state.members
    .inGroup("user", userId)
    .filter(
      (member) => member.tenantId === tenantId && member.status === "active",
    )[0] as MemberDocument;
const joined =
  (where: "tenantId" | "otherTenantId", role: Role) =>
  (story: Story): Fact[] => {
    const { world, userId } = story;
    const context = { nowMs: world.nowMs, newId: world.nextId };
    return [newMember({ tenantId: story[where], userId, role }, context)];
  };

function aSession({ world, tenantId, userId, texts }: Story): Fact[] {
  const credential = makeCredential("session", randomBytes, PEPPER);
  texts.push({ sessionText: credential.text });
  const context = { nowMs: world.nowMs, newId: world.nextId };
  return [newSession({ userId, tenantId, mfa: false }, credential, FROM, context)];
}

function theLogin({ world }: Story) {
  const login = [...world.state.sessions.values()].find(({ kind }) => kind === "cli");
  assert.ok(login?.login !== undefined);
  return { ...login, login: login.login };
}

/** Tokens of a login: all with one identity, or the access token with its own. */
function pairOf({ texts }: Story, identity?: string, ofAccess = identity) {
  const { text: _, ...refresh } = makeCredential("refresh", randomBytes, PEPPER, identity);
  const own = ofAccess ?? refresh.identity;
  const { text, ...access } = makeCredential("access", randomBytes, PEPPER, own);
  texts.push({ authorization: `Bearer ${text}` });
  return { refresh, access };
}

function aLogin(story: Story): Fact[] {
  const { world, userId, tenantId } = story;
  const granted = { clientId: "cli", scopes: ["keys:read"], resource: "https://localhost/v1" };
  const begun = { ...granted, userId, tenantId, mfa: true, approvedAtMs: world.nowMs };
  const context = { nowMs: world.nowMs, newId: world.nextId };
  return [newLogin(begun, pairOf(story), FROM, context)];
}

function refreshed(story: Story, ofAccess?: string): Fact[] {
  const before = theLogin(story);
  const pair = pairOf(story, before.identity, ofAccess);
  return [refreshedLogin(before, before.login, pair, story.world.nowMs)];
}

/** An agent that is let in, with its login. */
function anAgent(story: Story): Fact[] {
  const { world, userId, tenantId, productId } = story;
  const tenant = world.state.tenants.find(tenantId) as TenantDocument;
  const common = { clientId: "bot", scopes: ["books:read"] };
  const audience = "https://localhost/v1/mcp";
  const made = newGrant(
    world.state,
    tenant.realm,
    {
      ...{ ...common, tenantId, delegatorUserId: userId, audience, name: "Bot" },
      ...{ productIds: [productId], buildIds: [], toolForm: "full", endsAtMs: world.nowMs + 1e9 },
    },
    { newId: world.nextId, nowMs: world.nowMs, place: 1 },
  );
  assert.ok(!("refused" in made));
  const { agentGrantId } = made.grant;
  const granted = { ...common, resource: audience, agentGrantId };
  const begun = { ...granted, userId, tenantId, mfa: true, approvedAtMs: world.nowMs };
  const context = { nowMs: world.nowMs, newId: world.nextId };
  return [...made.facts, newLogin(begun, pairOf(story), FROM, context)];
}

/** The grant of the agent that was let in, and the agent. */
function theGrant({ world: { state } }: Story) {
  const grant = [...state.agentGrants.values()].find(({ status }) => status === "active");
  assert.ok(grant !== undefined);
  const agent = agentById(state, grant.agentMemberId);
  assert.ok(agent !== undefined);
  return { grant, agent };
}

function aToken({ world, tenantId, userId, texts }: Story): Fact[] {
  const { text, identity, digest } = makeCredential("pat", randomBytes, PEPPER);
  texts.push({ authorization: `Bearer ${text}` });
  const fact: PersonalAccessTokenFact = {
    kind: "personal_access_token.created.1",
    personalAccessToken: {
      personalAccessTokenId: world.nextId("pat"),
      ...{ userId, tenantId, identity, digest, name: "CI", scopes: ["keys:read"], mfa: false },
      ...{ prefix: text.slice(0, 16), createdAtMs: world.nowMs, expiresAtMs: world.nowMs + 1e9 },
    },
  };
  return [fact];
}

function aKey(story: Story, scopes = ["transfers:read"]): Fact[] {
  const made = makeApiKey("sandbox", randomBytes, PEPPER);
  story.texts.push({ authorization: `Bearer ${made.text}` });
  const draft = { environment: "sandbox", origin: "browser", name: "Key", scopes } as const;
  return [...keyMade(story.world.state, productOf(story), draft, made, story.world.nowMs).facts];
}

function keyChanged({ world }: Story, change: Partial<ApiKeyChanged["apiKey"]>): Fact[] {
  const first = [...world.state.apiKeys.values()][0];
  assert.ok(first !== undefined);
  const fact: ApiKeyChanged = {
    kind: "api_key.changed.1",
    apiKey: { ...without(first), ...change },
  };
  return [fact];
}

function tenantChanged(story: Story, change: Partial<TenantDocument>): Fact[] {
  return [{ kind: "tenant.changed.1", tenant: { ...tenantOf(story), ...change } } as Fact];
}

function productChanged(story: Story, status: "active" | "disabled"): Fact[] {
  return [{ kind: "product.changed.1", product: { ...productOf(story), status } } as Fact];
}

const STEPS: [what: string, facts: (story: Story) => Fact[]][] = [
  ["a session", aSession],
  ["a token", aToken],
  ["a key", aKey],
  ["a key with other scopes", (story) => aKey(story, ["accounts:read", "transfers:write"])],
  ["another session", aSession],
  ["a login", aLogin],
  ["a login that is refreshed", refreshed],
  [
    "an access token with an identity of its own",
    (story) => refreshed(story, makeCredential("access", randomBytes, PEPPER).identity),
  ],
  [
    "an access token that is taken back",
    (story) => {
      const login = theLogin(story);
      const [first] = login.access ?? [];
      assert.ok(first !== undefined);
      return [withoutAccess(login, first)];
    },
  ],
  [
    "a role taken away",
    (story) => [changedMember(memberIn(story, story.tenantId), { role: "viewer" }, 2)],
  ],
  ["a key's addresses", (story) => keyChanged(story, { allowedCidrs: ["192.0.2.0/24"] })],
  ["a disabled Product", (story) => productChanged(story, "disabled")],
  ["an enabled Product", (story) => productChanged(story, "active")],
  ["a second company", joined("otherTenantId", "developer")],
  ["a company's addresses", (story) => tenantChanged(story, { allowedCidrs: ["192.0.2.0/24"] })],
  ["a second factor asked for", (story) => tenantChanged(story, { requireMfa: true })],
  [
    "a revoked session",
    ({ world }) => {
      const session = [...world.state.sessions.values()].find(({ kind }) => kind === "browser");
      assert.ok(session !== undefined);
      return [revokedSession(session, world.nowMs)];
    },
  ],
  ["an agent", anAgent],
  [
    "a grant that is narrowed",
    (story) => [changedGrant(theGrant(story).grant, { productIds: [], scopes: [] }, 4)],
  ],
  [
    "an agent of the whole company",
    (story) => [changedAgent(theGrant(story).agent, { companyWide: true }, 5)],
  ],
  ["a revoked grant", (story) => [endedGrant(theGrant(story).grant, "revoked", 6)]],
  ["another agent", anAgent],
  ["a revoked agent", (story) => [revokedAgent(theGrant(story).agent, 7)]],
  ["a revoked login", (story) => [revokedSession(theLogin(story), story.world.nowMs)]],
  [
    "a revoked key",
    (story) => keyChanged(story, { status: "revoked", revokedAtMs: story.world.nowMs }),
  ],
  [
    "a removed member",
    (story) => [changedMember(memberIn(story, story.tenantId), { status: "removed" }, 3)],
  ],
  ["a member again", joined("tenantId", "developer")],
];

/** What an edge answers to every credential, for every company, from every address. */
function answersOf(edge: Credentials, { texts, tenantId, otherTenantId, world }: Story) {
  const nothing = { authorization: undefined, sessionText: "" };
  const presented = [];
  for (const text of texts) {
    for (const tenant of ["", tenantId, otherTenantId, "ten_404"]) {
      for (const address of ADDRESSES) {
        for (const audience of ["api", "mcp"] as const) {
          presented.push({ audience, ...nothing, ...text, tenant, address });
        }
      }
    }
  }
  return presented.map((each) => edge.authenticate(each, world.nowMs));
}

const { of } = PLATFORM_REGISTRY.announcements as NonNullable<
  typeof PLATFORM_REGISTRY.announcements
>;
function tell(edge: Credentials, facts: readonly Fact[]): void {
  for (const announcement of facts.flatMap((fact) => of(fact) ?? [])) edge.apply(announcement);
}

const lookingIn = (directory: Directory) =>
  new Credentials({ all: [PEPPER] }, undefined, directory);

test("looked up: after each change -> as an edge that was told, also where the view is behind what was told", async () => {
  const story = await begun();
  const { world } = story;
  const older = lookingIn(await world.directory());
  // It has looked everything up before the story, and is told each change.
  answersOf(older, story);
  for (const [what, factsOf] of STEPS) {
    const before = await world.directory();
    const behind = { ...before, acknowledged: before.viewed + 1 };
    const [warm, cold] = [lookingIn(behind), lookingIn(behind)];
    answersOf(warm, story);
    const facts = factsOf(story);
    world.apply(facts);
    for (const edge of [older, warm, cold]) tell(edge, facts);
    const behindAnswers = [warm, cold].map((edge) => answersOf(edge, story));
    const fresh = answersOf(lookingIn(await world.directory()), story);
    for (const answers of behindAnswers) assert.deepEqual(answers, fresh, what);
    assert.deepEqual(answersOf(older, story), fresh, what);
  }
});

test("looked up: an edge that was told nothing since its start -> every credential, after a look in the view", async () => {
  const story = await begun();
  for (const [, factsOf] of STEPS.slice(0, 8)) story.world.apply(factsOf(story));
  story.world.apply(anAgent(story));
  const edge = lookingIn(await story.world.directory());
  const kinds = answersOf(edge, story).map((answer) =>
    "refused" in answer ? answer.code : answer.kind,
  );
  // Of the first company and address: the interface of people and programs, and that of agents.
  const ofEach = story.texts.map((_, at) => kinds[at * 16]);
  assert.equal(kinds[(story.texts.length - 1) * 16 + 1], "agent");
  const [one, two, three, ...known] = ofEach;
  assert.deepEqual([one, two, three], Array(3).fill("invalid_credentials"));
  const logins = ["token", "token", "token", "invalid_credentials"];
  const others = ["session", "token", "product_key", "product_key", "session"];
  assert.deepEqual(known, [...others, ...logins]);
});

test("looked up: two keys -> each its own slot, whichever edge asks, and after every change", async () => {
  const story = await begun();
  story.world.apply(aKey(story));
  story.world.apply(aKey(story));
  const slots = async () =>
    answersOf(lookingIn(await story.world.directory()), story).flatMap((answer) =>
      "kind" in answer && answer.kind === "product_key" ? [answer.slot] : [],
    );
  const before = [...new Set(await slots())];
  assert.equal(before.length, 2);
  story.world.apply(keyChanged(story, { name: "Renamed" }));
  assert.deepEqual([...new Set(await slots())], before);
});
