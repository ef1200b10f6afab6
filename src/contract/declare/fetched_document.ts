/** A small document that somebody outside has named by its address, and that the outbox has fetched. */

/**
 * Why there is no document. `address`: nothing is sent to that address. `unreachable`: no whole answer came.
 * `slow`: not within the time. `status`: another status than 200, a redirect among them. `large`: more bytes than
 * `FETCHED_BYTES_MAX`. `encoding`: the bytes are not UTF-8. `busy`: too many documents are fetched now, or the
 * outbox does not run.
 */
export type FetchFault =
  | "address"
  | "unreachable"
  | "slow"
  | "status"
  | "large"
  | "encoding"
  | "busy";

export type FetchedDocument = { text: string } | { fault: FetchFault };

/**
 * The most bytes of such a document: what the draft on documents of clients recommends
 * (draft-ietf-oauth-client-id-metadata-document, "Maximum Response Size").
 */
export const FETCHED_BYTES_MAX = 5_120;

/** What an address may be: `allowsLoopback` as in `PreparationTools`. */
export type FetchRules = { allowsLoopback: boolean };
