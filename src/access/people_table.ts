/**
 * Who is calling with a session or a token: what an edge has looked up in the platform shard's view of
 * companies, their members, sessions and members' tokens, and what was announced since, in the order of
 * the committed facts. Of what was looked up, that which was used last stays.
 * Guarantees:
 * - A text of a session or token that is not known, whose secret is wrong, or that comes from an address
 *   that its company does not take, gets one and the same refusal.
 * - Only the holder of the whole secret learns that a session or token was revoked or has expired, and
 *   nobody does long after it has ended (`contract/credential_end.ts`).
 * - A change is in force when `apply` returns: the next request sees role, company, revocation.
 * Does not know roles' permissions (that is `permission.ts`), nor Product keys.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  Announcement,
  LoginCredential,
  Membership,
  PersonCredential,
  TenantPolicy,
} from "../contract/announcement.ts";
import type { AgentCaller, SessionCaller, TokenCaller } from "../contract/caller.ts";
import { type CidrList, openCidrList } from "../contract/cidr_list.ts";
import { forgottenAtMs } from "../contract/credential_end.ts";
import type { Refusal } from "../contract/refusal.ts";
import { type AgentPart, AgentsTable } from "./agents_table.ts";
import { digestBytesOf } from "./credential_text.ts";
import { derivedKey } from "./derived_key.ts";
import { announcedAs, type Directory, NO_DIRECTORY } from "./directory.ts";
import { Kept } from "./kept.ts";
import {
  REFUSED_COMPANY,
  REFUSED_OF_AGENT,
  REFUSED_OF_PERSON,
  REFUSED_UNKNOWN,
  refuseExpired,
  refuseRevoked,
} from "./person_refusals.ts";

export type PersonDenied = Refusal<
  "invalid_credentials" | "session_expired" | "session_revoked" | "tenant_mismatch"
>;

/** The interface that a request comes to: tokens of the one are refused at the other. */
export type Audience = "api" | "mcp";

/** What a request presents beside the text of its credential. */
export type PresentedWith = {
  /** Where the request came to. */
  readonly audience: Audience;
  /** The value of `X-Service-Tenant`; "" where the header is absent. */
  tenant: string;
  /** The bytes of the client's address. */
  readonly address: Uint8Array;
};

type Company = { requireMfa: boolean; takes: CidrList };

/** A text that is taken, prepared for comparison. */
type Text = { readonly digest: Buffer; readonly expiresAtMs: number };

/** One session, token or login, prepared for authentication. */
type Entry = {
  readonly kind: "session" | "token";
  /** `sessionId` or `tokenId`. */
  readonly id: string;
  readonly credential: Pick<PersonCredential, "userId" | "tenantId" | "mfa" | "revokedAtMs">;
  /** The texts that are taken, by identity. It is one text, but of a login: that has several access tokens. */
  readonly texts: ReadonlyMap<string, readonly Text[]>;
  /** True of the login of a program, whose id is `id`. */
  readonly isLogin: boolean;
  /** The grant of the agent whose login it is. */
  readonly agentGrantId: string | undefined;
  /** From this millisecond on the credential is unknown. */
  readonly forgottenAtMs: number;
  readonly scopes: ReadonlySet<string>;
  /** Made when it is first needed. */
  csrfToken: string | undefined;
  /** When the use of the credential is noted again, milliseconds UTC. */
  noteAfterMs: number;
  /** The caller of its last request, and what the caller was made of. */
  made: Made | undefined;
};

type PersonCaller = SessionCaller | TokenCaller | AgentCaller;
type Made = {
  readonly tenantId: string;
  readonly member: Membership | undefined;
  readonly company: Company | undefined;
  readonly agent: AgentPart | undefined;
  readonly caller: PersonCaller;
};

/** Takes note of a use of a credential. */
export type OnUse = (id: string, address: Uint8Array, nowMs: number) => void;

/** How long a use stands for the uses after it, milliseconds: `lastUsedAt` is that coarse. */
export const USE_NOTED_MS = 15 * 60_000;

/** Sessions and tokens that an edge keeps, and as many companies and members: some 100 MB. */
export const PEOPLE_KEPT_MAX = 65_536;

export class PeopleTable {
  readonly #pepper: Uint8Array;
  readonly #csrfKey: Buffer;
  /** Compared with, where no text is taken. */
  readonly #unknown: readonly Text[];
  readonly #onUse: OnUse;
  readonly #directory: Directory;
  readonly #agents: AgentsTable;
  readonly #companies: Kept<Company>;
  /** By company and user. */
  readonly #members: Kept<Membership>;
  /**
   * The public id of a credential by the identity in its text. An identity is never given to another
   * credential, so what was looked up stays right; whether the text is taken says the entry.
   */
  readonly #ids: Kept<string>;
  /** By public id. */
  readonly #entries: Kept<Entry>;

  /** `pepper`: the 32 bytes that the stored digests were made with. */
  constructor(
    pepper: Uint8Array,
    onUse: OnUse = () => {},
    directory: Directory = NO_DIRECTORY,
    keptMax = PEOPLE_KEPT_MAX,
  ) {
    this.#directory = directory;
    this.#agents = new AgentsTable(directory, keptMax);
    this.#companies = new Kept(keptMax, directory);
    this.#members = new Kept(keptMax, directory);
    this.#ids = new Kept(keptMax, directory);
    this.#entries = new Kept(keptMax, directory);
    this.#pepper = pepper;
    this.#csrfKey = derivedKey(pepper, "csrf");
    const unknown = digestBytesOf(pepper, "not the text of any credential");
    this.#unknown = [{ digest: unknown, expiresAtMs: 0 }];
    this.#onUse = onUse;
  }

  /** Sessions and tokens kept, revoked ones included. */
  get size(): number {
    return this.#entries.size;
  }

  hasTenant(tenantId: string): boolean {
    return this.#companyAt(tenantId) !== undefined;
  }

  /** Puts a company, member, session or token in force, replacing its earlier value. */
  apply(announcement: Announcement): void {
    switch (announcement.kind) {
      case "tenant": {
        const { tenant } = announcement;
        this.#companies.hold(tenant.tenantId, companyOf(tenant));
        return;
      }
      case "member": {
        const { member } = announcement;
        this.#members.hold(memberKey(member.tenantId, member.userId), member);
        return;
      }
      case "agent_grant":
        this.#agents.applyGrant(announcement.agentGrant);
        return;
      case "agent_member":
        this.#agents.applyMember(announcement.agentMember);
        return;
      default: {
        const entry = entryOf(announcement);
        if (entry === undefined) return;
        for (const identity of entry.texts.keys()) this.#ids.hold(identity, entry.id);
        this.#entries.hold(entry.id, entry);
      }
    }
  }

  /** The caller behind the text of a session or token, whose identity the text names. */
  authenticate(
    text: string,
    { kind, identity }: { kind: Entry["kind"]; identity: string },
    presented: PresentedWith,
    nowMs: number,
  ): SessionCaller | TokenCaller | AgentCaller | PersonDenied {
    const entry = this.#entryAt(identity);
    const digest = digestBytesOf(this.#pepper, text);
    const found = amongTexts(entry?.texts.get(identity) ?? this.#unknown, digest);
    if (entry === undefined || found === undefined || entry.kind !== kind)
      return REFUSED_UNKNOWN[kind];
    if (nowMs >= entry.forgottenAtMs) return REFUSED_UNKNOWN[kind];
    const { revokedAtMs } = entry.credential;
    if (revokedAtMs !== undefined) return refuseRevoked(kind, revokedAtMs);
    if (nowMs >= found.expiresAtMs) return refuseExpired(kind, found.expiresAtMs);
    const isOfAgent = entry.agentGrantId !== undefined;
    if (isOfAgent !== (presented.audience === "mcp"))
      return isOfAgent ? REFUSED_OF_AGENT : REFUSED_OF_PERSON;
    return this.#callerOf(entry, presented, nowMs);
  }

  #callerOf(
    entry: Entry,
    { tenant, address }: PresentedWith,
    nowMs: number,
  ): SessionCaller | TokenCaller | AgentCaller | PersonDenied {
    const { kind, credential } = entry;
    const { userId } = credential;
    const tenantId = tenant === "" ? credential.tenantId : tenant;
    const member = this.#memberAt(tenantId, userId);
    const isOther = tenantId !== credential.tenantId;
    if (isOther && (kind === "token" || member?.role === undefined)) return REFUSED_COMPANY;
    const company = this.#companyAt(tenantId);
    if (company?.takes(address) === false) return REFUSED_UNKNOWN[kind];
    this.#note(entry, address, nowMs);
    let agent: AgentPart | undefined;
    if (entry.agentGrantId !== undefined) {
      const found = this.#agents.find(entry.agentGrantId);
      if (found === undefined) return REFUSED_UNKNOWN[kind];
      if ("revokedAtMs" in found) return refuseRevoked(kind, found.revokedAtMs);
      agent = found;
    }
    const { made } = entry;
    const isSame = made?.member === member && made?.company === company && made?.agent === agent;
    if (made?.tenantId === tenantId && isSame) return made.caller;
    const caller = this.#newCaller(entry, { tenantId, member, company, agent });
    entry.made = { tenantId, member, company, agent, caller };
    return caller;
  }

  #newCaller(
    entry: Entry,
    { tenantId, member, company, agent }: Omit<Made, "caller">,
  ): PersonCaller {
    const { kind, id, credential, scopes } = entry;
    const { userId, mfa } = credential;
    const person = {
      userId,
      tenantId: member?.role === undefined ? "" : tenantId,
      memberId: member?.role === undefined ? undefined : member.memberId,
      role: member?.role,
      mfa,
      requiresMfa: company?.requireMfa === true,
    };
    if (agent !== undefined) return { kind: "agent", ...agent, loginId: id, ...person };
    if (kind === "token") {
      return { kind, tokenId: id, ...(entry.isLogin && { loginId: id }), scopes, ...person };
    }
    entry.csrfToken ??= this.#csrfTokenOf(entry);
    return { kind, sessionId: id, csrfToken: entry.csrfToken, ...person };
  }

  #note(entry: Entry, address: Uint8Array, nowMs: number): void {
    if (nowMs < entry.noteAfterMs) return;
    entry.noteAfterMs = nowMs + USE_NOTED_MS;
    this.#onUse(entry.id, address, nowMs);
  }

  #entryAt(identity: string): Entry | undefined {
    let id = this.#ids.get(identity);
    if (id === undefined) {
      id = this.#directory.idOfIdentity(identity);
      if (id === undefined) return undefined;
      this.#ids.keep(identity, id);
    }
    const kept = this.#entries.get(id);
    if (kept !== undefined) return kept;
    const found = this.#directory.find({ kind: "person_credential", id });
    const entry = found && entryOf(found);
    if (entry !== undefined) this.#entries.keep(id, entry);
    return entry;
  }

  #memberAt(tenantId: string, userId: string): Membership | undefined {
    if (tenantId === "") return undefined;
    const key = memberKey(tenantId, userId);
    const kept = this.#members.get(key);
    if (kept !== undefined) return kept;
    const subject = { kind: "member", tenantId, userId } as const;
    const found = announcedAs("member", this.#directory.find(subject))?.member;
    if (found !== undefined) this.#members.keep(key, found);
    return found;
  }

  #companyAt(tenantId: string): Company | undefined {
    if (tenantId === "") return undefined;
    const kept = this.#companies.get(tenantId);
    if (kept !== undefined) return kept;
    const found = announcedAs("tenant", this.#directory.find({ kind: "tenant", tenantId }));
    if (found === undefined) return undefined;
    const company = companyOf(found.tenant);
    this.#companies.keep(tenantId, company);
    return company;
  }

  /** 32 characters; it changes with the session, so with each login. */
  #csrfTokenOf({ id, texts }: Entry): string {
    const [identity] = texts.keys();
    const text = `${id}.${identity}`;
    return createHmac("sha256", this.#csrfKey).update(text).digest("base64url").slice(0, 32);
  }
}

function companyOf({ requireMfa, allowedCidrs }: TenantPolicy): Company {
  return { requireMfa, takes: openCidrList(allowedCidrs) };
}

/** The session, token or login of an announcement; undefined of other announcements. */
function entryOf(announcement: Announcement): Entry | undefined {
  switch (announcement.kind) {
    case "session": {
      const { sessionId, ...session } = announcement.session;
      return entryOfOne("session", sessionId, session, []);
    }
    case "token": {
      const { tokenId, scopes, ...token } = announcement.token;
      return entryOfOne("token", tokenId, token, scopes);
    }
    case "login":
      return entryOfLogin(announcement.login);
    default:
      return undefined;
  }
}

function entryOfOne(
  kind: Entry["kind"],
  id: string,
  credential: PersonCredential,
  scopes: readonly string[],
): Entry {
  return {
    kind,
    id,
    credential,
    texts: new Map([[credential.identity, [textOf(credential)]]]),
    isLogin: false,
    agentGrantId: undefined,
    forgottenAtMs: forgottenAtMs(credential),
    scopes: new Set(scopes),
    csrfToken: undefined,
    noteAfterMs: 0,
    made: undefined,
  };
}

/** The login with the access tokens that it has now; a text of any other is unknown. */
function entryOfLogin({
  sessionId: id,
  scopes,
  access,
  endsAtMs,
  agentGrantId,
  ...credential
}: LoginCredential): Entry {
  const { revokedAtMs } = credential;
  const end = { expiresAtMs: endsAtMs, ...(revokedAtMs !== undefined && { revokedAtMs }) };
  const texts = new Map<string, Text[]>();
  for (const token of access) {
    texts.set(token.identity, [...(texts.get(token.identity) ?? []), textOf(token)]);
  }
  return {
    kind: "token",
    id,
    credential,
    texts,
    isLogin: true,
    agentGrantId,
    forgottenAtMs: forgottenAtMs(end),
    scopes: new Set(scopes),
    csrfToken: undefined,
    noteAfterMs: 0,
    made: undefined,
  };
}

function textOf({ digest, expiresAtMs }: Pick<PersonCredential, "digest" | "expiresAtMs">): Text {
  return { digest: Buffer.from(digest, "hex"), expiresAtMs };
}

/** The text with the digest; looks at all of them, so that the time says nothing of which it is. */
function amongTexts(texts: readonly Text[], digest: Buffer): Text | undefined {
  let found: Text | undefined;
  for (const text of texts) if (timingSafeEqual(digest, text.digest)) found = text;
  return found;
}

function memberKey(tenantId: string, userId: string): string {
  return `${tenantId} ${userId}`;
}
