/** A device authorization as the platform shard keeps it: a program that waits for a person's consent. */

/** What the program says of a person who is new here; the page fills its form with it. */
export type SignupHints = { email?: string; name?: string; company?: string };

/** What a person has decided. Of a denial only who and when is kept. */
export type DeviceDecision = {
  userId: string;
  decidedAtMs: number;
  /** The session that decided. */
  sessionId: string;
  /** The company that the login acts for; "" of a denial. */
  tenantId: string;
  /** Whether the session that approved had completed TOTP. */
  mfa: boolean;
  /** What was granted: the scopes that were asked for, or fewer. */
  scopes: readonly string[];
  /** The grant that the decision has made, and its agent; of an agent alone. */
  agentGrantId?: string;
  agentMemberId?: string;
};

/** Where the browser of the person goes back to, of a program that has sent it (RFC 6749, 4.1). */
export type DeviceRedirect = {
  uri: string;
  /** As the program sent it; absent where it sent none. */
  state?: string;
  /** SHA-256 of the verifier that the program keeps until it fetches its tokens, base64url (RFC 7636). */
  challenge: string;
};

export type DeviceDocument = {
  realm: number;
  deviceAuthorizationId: string;
  /** `approved`: the program has not fetched its tokens yet; `consumed`: it has. */
  status: "pending" | "approved" | "denied" | "consumed";
  /** The digest of the user code, or of the handle in its place, hexadecimal. */
  userCodeDigest: string;
  /** 22 characters of the text of the device code; or of the authorization code, once there is one. */
  identity: string;
  /** SHA-256 of the pepper and that text, hexadecimal. */
  digest: string;
  clientId: string;
  /** The address of the interface that the tokens are for. */
  resource: string;
  scopes: readonly string[];
  /** What the agent calls itself; present of an agent alone. */
  agentName?: string;
  /** Absent of a program that polls. */
  redirect?: DeviceRedirect;
  hints?: SignupHints;
  /** The least seconds between two polls. */
  intervalSeconds: number;
  lastPolledAtMs?: number;
  /** Where the program asked from. */
  ipAddress: string;
  userAgent: string;
  createdAtMs: number;
  expiresAtMs: number;
  decision?: DeviceDecision;
  /** The login that began when the program fetched its tokens. */
  sessionId?: string;
};

export const DEVICE_PREFIX = "dev";
/** How long a person has to decide, seconds. */
export const DEVICE_LASTS_SECONDS = 900;
/**
 * How long an authorization code may be used, seconds. RFC 6749, 4.1.2, recommends ten minutes at the most; a
 * browser is sent back with it at once, and its program asks at once.
 */
export const CODE_LASTS_SECONDS = 60;
/** The first interval between two polls, seconds (RFC 8628, 3.2, has the same default). */
export const POLL_INTERVAL_SECONDS = 5;
/** What a poll that comes too early adds to the interval, seconds (RFC 8628, 3.5). */
export const SLOWED_BY_SECONDS = 5;
/** The longest interval, seconds. A poll that is too early does not lengthen it, and leaves no record. */
export const POLL_INTERVAL_MAX_SECONDS = 60;
/** How much earlier than its interval a poll may come, milliseconds: clocks and timers differ. */
export const POLL_LEEWAY_MS = 250;
/** How long an authorization is kept after its end, so that a late poll learns that it came too late. */
export const DEVICE_KEPT_MS = 3_600_000;
/** The most authorizations that are kept at a time. */
export const DEVICES_MAX = 50_000;

/** The status as of now: a decision must come, and its tokens be fetched, before the end. */
export function statusOfDevice(
  { status, expiresAtMs }: Pick<DeviceDocument, "status" | "expiresAtMs">,
  nowMs: number,
): DeviceDocument["status"] | "expired" {
  const isOpen = status === "pending" || status === "approved";
  return isOpen && nowMs >= expiresAtMs ? "expired" : status;
}
