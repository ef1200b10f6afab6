/** The aspect `oauth` of a write: it belongs to the OAuth protocol. */

/**
 * Absent: refusals have the error envelope, and a write by POST takes an idempotency key and leaves a record. With it
 * a refusal has the form of RFC 6749, 5.2, the request takes no idempotency key, and a refusal that keeps no facts
 * leaves no record.
 */
export type OauthForm = {
  /** The protocol's error for a request that does not fit; `invalid_request` by default. */
  unfitError?: string;
  /** The budget of the caller's address that a request takes from, where it is not that of public writes. */
  addressBudget?: "ip";
};
