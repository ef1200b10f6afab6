/**
 * Who is calling with a session or a token: an edge's copy of what the platform shard knows of
 * companies, their members, sessions and members' tokens, fed by announcements in the order of the
 * committed facts.
 * Guarantees:
 * - A text of a session or token that is not known, whose secret is wrong, or that comes from an address
 *   that its company does not take, gets one and the same refusal.
 * - Only the holder of the whole secret learns that a session or token was revoked or has expired.
 * - A change is in force when `apply` returns: the next request sees role, company, revocation.
 * Does not know roles' permissions (that is `permission.ts`), nor Product keys.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  Announcement,
  LoginCredential,
  Membership,
  PersonCredential,
} from "../contract/announcement.ts";
import type { SessionCaller, TokenCaller } from "../contract/caller.ts";
import { type CidrList, openCidrList } from "../contract/cidr_list.ts";
import { type Refusal, refuse } from "../contract/refusal.ts";
import { digestBytesOf } from "./credential_text.ts";
import { derivedKey } from "./derived_key.ts";

export type PersonDenied = Refusal<
  "invalid_credentials" | "session_expired" | "session_revoked" | "tenant_mismatch"
>;

/** What a request presents beside the text of its credential. */
export type PresentedWith = {
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
  readonly credential: Pick<
    PersonCredential,
    "userId" | "tenantId" | "identity" | "mfa" | "revokedAtMs"
  >;
  /** One, but of a login: that has several access tokens. */
  readonly texts: readonly Text[];
  /** True of the access tokens of a login, whose id is `id`. */
  readonly isLogin: boolean;
  readonly scopes: ReadonlySet<string>;
  /** Made when it is first needed. */
  csrfToken: string | undefined;
  /** When the use of the credential is noted again, milliseconds UTC. */
  noteAfterMs: number;
};

/** Takes note of a use of a credential. */
export type OnUse = (id: string, address: Uint8Array, nowMs: number) => void;

/** How long a use stands for the uses after it, milliseconds: `lastUsedAt` is that coarse. */
export const USE_NOTED_MS = 15 * 60_000;

export class PeopleTable {
  readonly #pepper: Uint8Array;
  readonly #csrfKey: Buffer;
  readonly #unknown: Buffer;
  readonly #onUse: OnUse;
  readonly #companies = new Map<string, Company>();
  /** By company and user. */
  readonly #members = new Map<string, Membership>();
  /** By the identity in the credential's text. */
  readonly #entries = new Map<string, Entry>();
  /** The identities of each login's access tokens, by its id. */
  readonly #logins = new Map<string, readonly string[]>();

  /** `pepper`: the 32 bytes that the stored digests were made with. */
  constructor(pepper: Uint8Array, onUse: OnUse = () => {}) {
    this.#pepper = pepper;
    this.#csrfKey = derivedKey(pepper, "csrf");
    this.#unknown = digestBytesOf(pepper, "not the text of any credential");
    this.#onUse = onUse;
  }

  /** Sessions and tokens known, revoked ones included. */
  get size(): number {
    return this.#entries.size;
  }

  hasTenant(tenantId: string): boolean {
    return this.#companies.has(tenantId);
  }

  /** Puts a company, member, session or token in force, replacing its earlier value. */
  apply(announcement: Exclude<Announcement, { kind: "product" | "api_key" }>): void {
    switch (announcement.kind) {
      case "tenant": {
        const { tenantId, requireMfa, allowedCidrs } = announcement.tenant;
        this.#companies.set(tenantId, { requireMfa, takes: openCidrList(allowedCidrs) });
        return;
      }
      case "member": {
        const { member } = announcement;
        this.#members.set(memberKey(member.tenantId, member.userId), member);
        return;
      }
      case "session": {
        const { sessionId, ...credential } = announcement.session;
        this.#put("session", sessionId, credential, [textOf(credential)]);
        return;
      }
      case "token": {
        const { tokenId, scopes, ...credential } = announcement.token;
        this.#put("token", tokenId, credential, [textOf(credential)], { scopes });
        return;
      }
      case "login":
        this.#putLogin(announcement.login);
    }
  }

  /** The caller behind the text of a session or token, whose identity the text names. */
  authenticate(
    text: string,
    { kind, identity }: { kind: Entry["kind"]; identity: string },
    presented: PresentedWith,
    nowMs: number,
  ): SessionCaller | TokenCaller | PersonDenied {
    const entry = this.#entries.get(identity);
    const digest = digestBytesOf(this.#pepper, text);
    const found = amongTexts(entry?.texts ?? [{ digest: this.#unknown, expiresAtMs: 0 }], digest);
    if (entry === undefined || found === undefined || entry.kind !== kind) return UNKNOWN[kind];
    const { revokedAtMs } = entry.credential;
    if (revokedAtMs !== undefined) return revoked(kind, revokedAtMs);
    if (nowMs >= found.expiresAtMs) return expired(kind, found.expiresAtMs);
    return this.#callerOf(entry, presented, nowMs);
  }

  #callerOf(
    entry: Entry,
    { tenant, address }: PresentedWith,
    nowMs: number,
  ): SessionCaller | TokenCaller | PersonDenied {
    const { kind, id, credential, scopes } = entry;
    const { userId, mfa } = credential;
    const tenantId = tenant === "" ? credential.tenantId : tenant;
    const member = this.#members.get(memberKey(tenantId, userId));
    const isOther = tenantId !== credential.tenantId;
    if (isOther && (kind === "token" || member?.role === undefined)) return MISMATCH;
    const company = this.#companies.get(tenantId);
    if (company?.takes(address) === false) return UNKNOWN[kind];
    this.#note(entry, address, nowMs);
    const person = {
      userId,
      tenantId: member?.role === undefined ? "" : tenantId,
      memberId: member?.role === undefined ? undefined : member.memberId,
      role: member?.role,
      mfa,
      requiresMfa: company?.requireMfa === true,
    };
    if (kind === "token") {
      return { kind, tokenId: id, ...(entry.isLogin && { loginId: id }), scopes, ...person };
    }
    entry.csrfToken ??= this.#csrfTokenOf(id, credential.identity);
    return { kind, sessionId: id, csrfToken: entry.csrfToken, ...person };
  }

  #note(entry: Entry, address: Uint8Array, nowMs: number): void {
    if (nowMs < entry.noteAfterMs) return;
    entry.noteAfterMs = nowMs + USE_NOTED_MS;
    this.#onUse(entry.id, address, nowMs);
  }

  /** The access tokens that the login has now; those that it had before are forgotten. */
  #putLogin({ sessionId, scopes, access, ...login }: LoginCredential): void {
    for (const identity of this.#logins.get(sessionId) ?? []) this.#entries.delete(identity);
    const identities = [...new Set(access.map(({ identity }) => identity))];
    this.#logins.set(sessionId, identities);
    for (const identity of identities) {
      const texts = access.filter((token) => token.identity === identity).map(textOf);
      this.#put("token", sessionId, { ...login, identity }, texts, { scopes, isLogin: true });
    }
  }

  #put(
    kind: Entry["kind"],
    id: string,
    credential: Entry["credential"],
    texts: readonly Text[],
    {
      scopes = [],
      isLogin = false,
    }: { scopes?: readonly string[] | undefined; isLogin?: boolean } = {},
  ): void {
    this.#entries.set(credential.identity, {
      kind,
      id,
      credential,
      texts,
      isLogin,
      scopes: new Set(scopes),
      csrfToken: undefined,
      noteAfterMs: 0,
    });
  }

  /** 32 characters; it changes with the session, so with each login. */
  #csrfTokenOf(sessionId: string, identity: string): string {
    const text = `${sessionId}.${identity}`;
    return createHmac("sha256", this.#csrfKey).update(text).digest("base64url").slice(0, 32);
  }
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

const UNKNOWN: Readonly<Record<Entry["kind"], Refusal<"invalid_credentials">>> = {
  session: Object.freeze(
    refuse("invalid_credentials", "the session is none of this server; log in again", {}),
  ),
  token: Object.freeze(
    refuse(
      "invalid_credentials",
      "the token has the right form, and this server does not take it; check that this server made the token",
      {},
    ),
  ),
};

const MISMATCH: Refusal<"tenant_mismatch"> = Object.freeze(
  refuse("tenant_mismatch", "X-Service-Tenant names no company of this credential", {}),
);

function revoked(kind: Entry["kind"], atMs: number): Refusal<"session_revoked"> {
  const revokedAt = new Date(atMs).toISOString();
  const again = kind === "session" ? "log in again" : "use another token";
  return refuse("session_revoked", `the ${kind} was revoked at ${revokedAt}; ${again}`, {
    revokedAt,
  });
}

function expired(kind: Entry["kind"], atMs: number): Refusal<"session_expired"> {
  const expiredAt = new Date(atMs).toISOString();
  const again = kind === "session" ? "log in again" : "make another token";
  return refuse("session_expired", `the ${kind} expired at ${expiredAt}; ${again}`, { expiredAt });
}
