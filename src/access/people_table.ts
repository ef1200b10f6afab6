/**
 * Who is calling with a session or a token: what an edge has looked up in the platform shard's view of
 * companies, their members, sessions and members' tokens, and what was announced since, in the order of
 * the committed facts. Of the entries that were looked up, those that were used last stay.
 * Guarantees:
 * - A text of a session or token that is not known, whose secret is wrong, or that comes from an address
 *   that its company does not take, gets one and the same refusal.
 * - Only the holder of the whole secret learns that a session or token was revoked or has expired, and
 *   nobody does long after it has ended (`contract/messages/credential_end.ts`).
 * - A change is in force when `apply` returns: the next request sees role, company, revocation.
 * Does not know roles' permissions (that is `permission.ts`), nor Product keys.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Announcement, Membership } from "../contract/declare/announcement.ts";
import type { AgentCaller, SessionCaller, TokenCaller } from "../contract/declare/caller.ts";
import type { DigestRenewal } from "../contract/messages/credential_use.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { type AgentPart, AgentsTable } from "./agents_table.ts";
import { digestBytesOf } from "./credential_text.ts";
import { knownKey } from "./derived_key.ts";
import { announcedAs, type Directory, NO_DIRECTORY } from "./directory.ts";
import { Kept } from "./kept.ts";
import { renewalOf } from "./pepper_of.ts";
import { currentPepper, type Peppers } from "./peppers.ts";
import {
  type Company,
  companyOf,
  type Entry,
  entryOf,
  type Made,
  type PersonCaller,
  type Text,
} from "./person_entries.ts";
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

/** Takes note of a use of a credential. `digest`: where one under the current pepper should be stored. */
export type OnUse = (
  id: string,
  address: Uint8Array,
  nowMs: number,
  digest?: DigestRenewal,
) => void;

/** The use of a credential is noted at most once in so many milliseconds: `lastUsedAt` is that coarse. */
export const USE_NOTED_MS = 15 * 60_000;

/** Bytes of a stored digest, which is made by SHA-256. */
const DIGEST_BYTES = 32;

/** Sessions and tokens that an edge keeps, and as many companies and members: some 100 MB. */
export const PEOPLE_KEPT_MAX = 65_536;

/** The sessions, tokens and logins that one edge knows, with companies, members and agents (`AgentsTable`). */
export class PeopleTable {
  readonly #peppers: Peppers;
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

  constructor(
    peppers: Peppers,
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
    this.#peppers = peppers;
    this.#unknown = [{ digest: Buffer.alloc(DIGEST_BYTES), expiresAtMs: 0 }];
    this.#onUse = onUse;
  }

  /** Sessions and tokens kept, revoked ones included. */
  get size(): number {
    return this.#entries.size;
  }

  /** Whether the company exists. */
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
    const found = this.#among(entry?.texts.get(identity) ?? this.#unknown, text);
    if (entry === undefined || found === undefined || entry.kind !== kind)
      return REFUSED_UNKNOWN[kind];
    if (nowMs >= entry.forgottenAtMs) return REFUSED_UNKNOWN[kind];
    const { revokedAtMs } = entry.credential;
    if (revokedAtMs !== undefined) return refuseRevoked(kind, revokedAtMs);
    if (nowMs >= found.expiresAtMs) return refuseExpired(kind, found.expiresAtMs);
    const isOfAgent = entry.agentGrantId !== undefined;
    if (isOfAgent !== (presented.audience === "mcp"))
      return isOfAgent ? REFUSED_OF_AGENT : REFUSED_OF_PERSON;
    return this.#callerOf(entry, { found, text }, presented, nowMs);
  }

  /**
   * The element of `texts` whose digest is that of `text`; undefined where none is. Compares with all of them, so that
   * the time does not tell which one it is. Makes one hash for each pepper, however many texts there are.
   */
  #among(texts: readonly Text[], text: string): Text | undefined {
    const { all } = this.#peppers;
    const known = texts.length === 1 ? texts[0]?.pepper : undefined;
    let found: Text | undefined;
    for (const pepper of known !== undefined && all.includes(known) ? [known] : all) {
      const digest = digestBytesOf(pepper, text);
      for (const one of texts) {
        if (!timingSafeEqual(digest, one.digest)) continue;
        one.pepper = pepper;
        found = one;
      }
    }
    return found;
  }

  #callerOf(
    entry: Entry,
    { found, text }: { found: Text; text: string },
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
    this.#note(entry, { found, text }, address, nowMs);
    let agent: AgentPart | undefined;
    if (entry.agentGrantId !== undefined) {
      const grant = this.#agents.find(entry.agentGrantId);
      if (grant === undefined) return REFUSED_UNKNOWN[kind];
      if ("revokedAtMs" in grant) return refuseRevoked(kind, grant.revokedAtMs);
      agent = grant;
    }
    const { made } = entry;
    const isSame = made?.member === member && made?.company === company && made?.agent === agent;
    if (made?.tenantId === tenantId && isSame) return made.caller;
    const caller = this.#newCaller(entry, found, { tenantId, member, company, agent });
    entry.made = { tenantId, member, company, agent, caller };
    return caller;
  }

  #newCaller(
    entry: Entry,
    found: Text,
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
    entry.csrfToken ??= this.#csrfTokenOf(entry, found);
    return { kind, sessionId: id, csrfToken: entry.csrfToken, ...person };
  }

  /** Notes the use, unless one was noted a moment ago. */
  #note(
    entry: Entry,
    { found: { digest, pepper }, text }: { found: Text; text: string },
    address: Uint8Array,
    nowMs: number,
  ): void {
    if (nowMs < entry.noteAfterMs) return;
    entry.noteAfterMs = nowMs + USE_NOTED_MS;
    const { id, kind, isLogin } = entry;
    // The texts of sessions and logins end soon, and the next has a new digest.
    const isLasting = kind === "token" && !isLogin;
    const renewal = isLasting ? renewalOf(this.#peppers, { text, digest, pepper }) : undefined;
    this.#onUse(id, address, nowMs, renewal);
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

  /** 32 characters; it changes with the session, so with each login, and not with the current pepper. */
  #csrfTokenOf({ id, texts }: Entry, { pepper = currentPepper(this.#peppers) }: Text): string {
    const [identity] = texts.keys();
    const text = `${id}.${identity}`;
    return createHmac("sha256", knownKey(pepper, "csrf"))
      .update(text)
      .digest("base64url")
      .slice(0, 32);
  }
}

function memberKey(tenantId: string, userId: string): string {
  return `${tenantId} ${userId}`;
}
