/** A use of a credential, as an edge notes it and the platform shard records it. */
export type CredentialUse = {
  /** The public id of a key, a session or a token. */
  id: string;
  /** Milliseconds UTC. */
  atMs: number;
  /** The client's address as text. */
  address: string;
  /** Of a key or token whose digest is under an earlier pepper. */
  digest?: DigestRenewal;
};

/** A stored digest of a credential's text, and that of the same text under the current pepper. */
export type DigestRenewal = { before: string; after: string };
