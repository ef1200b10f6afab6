/** A use of a credential, as an edge notes it and the platform shard records it. */
export type CredentialUse = {
  /** The public id of a key, a session or a token. */
  id: string;
  /** Milliseconds UTC. */
  atMs: number;
  /** The client's address as text. */
  address: string;
};
