/**
 * What of the platform shard has a digest under a pepper, and until when it needs that pepper. A digest is as old
 * as the thing, or as its renewal by a use. A table that gets such a digest is added here.
 */
import { decodeDocument } from "../contract/tables/table.ts";
import type { AgentApprovalDocument } from "../features/agent/approval_document.ts";
import type { DeviceDocument } from "../features/device_authorization/device_document.ts";
import type { PersonalAccessTokenDocument } from "../features/personal_access_token/personal_access_token_document.ts";
import type { ApiKeyDocument } from "../features/platform/platform_state.ts";
import {
  endOfSession,
  LOGIN_IDLE_MS,
  type SessionDocument,
} from "../features/session/session_document.ts";
import { PLATFORM_TABLE } from "../features/table_codes.ts";
import type { InvitationDocument } from "../features/tenant/invitation_document.ts";
import {
  type LoginDocument,
  type PasswordResetDocument,
  SHARED_WITHIN_MS,
  type SignupDocument,
} from "../features/user/pending_document.ts";
import type { UserDocument } from "../features/user/user_document.ts";

/** One kind of thing. Times in milliseconds UTC. */
export type Peppered = {
  /** For people, in the plural. */
  what: string;
  table: number;
  /** Of the document of a row: its id, when its digest was made, and until when that is compared. */
  digestOf(value: Uint8Array): { id: string; madeAtMs: number; endsAtMs: number };
};

/** A thing that has no digest any more, because it has ended. */
const ENDED = 0;
const NEVER = Number.POSITIVE_INFINITY;

function peppered<D>(
  what: string,
  table: number,
  digestOf: (document: D) => ReturnType<Peppered["digestOf"]>,
): Peppered {
  return { what, table, digestOf: (value) => digestOf(decodeDocument<D>(value)) };
}

/** The digest of the code, and that of who asked for it, which is looked at for as long. */
const pending = (id: string, document: SignupDocument | LoginDocument | PasswordResetDocument) => ({
  id,
  // A code that is shared was made for an earlier request.
  madeAtMs: document.beganAtMs - (document.isShared ? SHARED_WITHIN_MS : 0),
  endsAtMs:
    document.codeDigest === "" && document.requester === undefined
      ? ENDED
      : document.codeExpiresAtMs,
});

export const PEPPERED: readonly Peppered[] = [
  peppered<ApiKeyDocument>("API keys", PLATFORM_TABLE.apiKey, (key) => ({
    id: key.apiKeyId,
    madeAtMs: key.digestAtMs ?? key.createdAtMs,
    endsAtMs:
      key.status === "revoked" || key.status === "expired"
        ? ENDED
        : Math.min(key.expiresAtMs ?? NEVER, key.endsAtMs ?? NEVER),
  })),
  peppered<PersonalAccessTokenDocument>(
    "personal access tokens",
    PLATFORM_TABLE.personalAccessToken,
    (token) => ({
      id: token.personalAccessTokenId,
      madeAtMs: token.digestAtMs ?? token.createdAtMs,
      endsAtMs: token.revokedAtMs === undefined ? token.expiresAtMs : ENDED,
    }),
  ),
  peppered<SessionDocument>("sessions and logins", PLATFORM_TABLE.session, (session) => ({
    id: session.sessionId,
    // Each refresh of a login makes all its digests anew.
    madeAtMs:
      session.login === undefined
        ? session.createdAtMs
        : session.login.idleEndsAtMs - LOGIN_IDLE_MS,
    endsAtMs: session.revokedAtMs === undefined ? endOfSession(session) : ENDED,
  })),
  peppered<DeviceDocument>(
    "requests of programs to be let in",
    PLATFORM_TABLE.deviceAuthorization,
    ({ deviceAuthorizationId: id, createdAtMs, expiresAtMs }) => ({
      id,
      madeAtMs: createdAtMs,
      endsAtMs: expiresAtMs,
    }),
  ),
  peppered<InvitationDocument>("invitations", PLATFORM_TABLE.invitation, (invitation) => ({
    id: invitation.invitationId,
    madeAtMs: invitation.createdAtMs,
    endsAtMs: invitation.status === "pending" ? invitation.expiresAtMs : ENDED,
  })),
  peppered<AgentApprovalDocument>(
    "approvals of agents' requests",
    PLATFORM_TABLE.agentApproval,
    ({ agentApprovalId: id, requestedAtMs, expiresAtMs }) => ({
      id,
      madeAtMs: requestedAtMs,
      endsAtMs: expiresAtMs,
    }),
  ),
  peppered<SignupDocument>("sign-ups", PLATFORM_TABLE.signup, (signup) =>
    pending(signup.signupId, signup),
  ),
  peppered<LoginDocument>("log-ins", PLATFORM_TABLE.login, (login) =>
    pending(login.loginId, login),
  ),
  peppered<PasswordResetDocument>("resets of passwords", PLATFORM_TABLE.passwordReset, (reset) =>
    pending(reset.resetId, reset),
  ),
  peppered<UserDocument>("people with recovery codes", PLATFORM_TABLE.user, ({ userId, totp }) => ({
    id: userId,
    madeAtMs: totp?.confirmedAtMs ?? 0,
    endsAtMs: (totp?.recoveryDigests.length ?? 0) > 0 ? NEVER : ENDED,
  })),
];

/**
 * How long something may be compared that was made with a pepper and stands in no table above, milliseconds:
 * challenges for proofs of work last 5 minutes, the states of agents' clients 10, counts of requests for an
 * e-mail address one.
 */
export const UNSTORED_LASTS_MS = 15 * 60_000;
