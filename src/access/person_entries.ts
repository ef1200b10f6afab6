/** Companies, sessions, tokens and logins as an edge has prepared them for authentication (`people_table.ts`). */
import type {
  Announcement,
  LoginCredential,
  Membership,
  PersonCredential,
  TenantPolicy,
} from "../contract/declare/announcement.ts";
import type { AgentCaller, SessionCaller, TokenCaller } from "../contract/declare/caller.ts";
import { forgottenAtMs } from "../contract/messages/credential_end.ts";
import { type CidrList, openCidrList } from "../contract/values/cidr_list.ts";
import type { AgentPart } from "./agents_table.ts";

export type Company = { requireMfa: boolean; takes: CidrList };

/**
 * The digest of a text that is taken, prepared for comparison. `pepper`: that of the digest, known after the first
 * match.
 */
export type Text = { readonly digest: Buffer; readonly expiresAtMs: number; pepper?: Uint8Array };

/** One session, token or login, prepared for authentication. */
export type Entry = {
  readonly kind: "session" | "token";
  /** `sessionId` or `tokenId`. */
  readonly id: string;
  readonly credential: Pick<PersonCredential, "userId" | "tenantId" | "mfa" | "revokedAtMs">;
  /** The texts that are taken, by identity. There is one text; a login has several, its access tokens. */
  readonly texts: ReadonlyMap<string, readonly Text[]>;
  /** True of the login of a program, whose id is `id`. */
  readonly isLogin: boolean;
  /** The grant of the agent whose login it is. */
  readonly agentGrantId: string | undefined;
  /** From this millisecond on the credential is unknown. */
  readonly forgottenAtMs: number;
  readonly scopes: ReadonlySet<string>;
  /** The token against cross-site requests (CSRF); made when it is first needed. */
  csrfToken: string | undefined;
  /** When the use of the credential is noted again, milliseconds UTC. */
  noteAfterMs: number;
  /** The caller of its last request, and what the caller was made of. */
  made: Made | undefined;
};

export type PersonCaller = SessionCaller | TokenCaller | AgentCaller;
export type Made = {
  readonly tenantId: string;
  readonly member: Membership | undefined;
  readonly company: Company | undefined;
  readonly agent: AgentPart | undefined;
  readonly caller: PersonCaller;
};

/** What authentication needs of a company: whether it requires TOTP, and from which addresses it takes credentials. */
export function companyOf({ requireMfa, allowedCidrs }: TenantPolicy): Company {
  return { requireMfa, takes: openCidrList(allowedCidrs) };
}

/** The session, token or login of an announcement; undefined of other announcements. */
export function entryOf(announcement: Announcement): Entry | undefined {
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
