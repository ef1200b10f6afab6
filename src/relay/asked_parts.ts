/** What an attempt at a provider of live brings with it: what is asked, and the files that go before it. */
import type { EntitySealer } from "../access/entity_sealer.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import type { ProviderFile } from "../outbox/provider_exchange.ts";

/** What opens what was submitted of entities. */
export type Submitted = {
  sealer: Pick<EntitySealer, "opened" | "openedBytes">;
  /** The folder of the shard's files beside the log. */
  filesPath: string;
  /** Is told why a file could not be had: a sentence that names it, without anything of its content. */
  onUnreadable(cause: unknown): void;
};

export type ProviderAsked = {
  /** `request` of the effect. */
  request: Record<string, unknown>;
  /** The files that `request.documents` lists. */
  files: readonly ProviderFile[];
  /** The code by which the request is refused here where the provider has not seen it: it needs what is not there any more. */
  withheld?: string;
};

/**
 * What is asked by a request of one kind, of what the snapshot shows: the request as it is on record, with the values
 * that it needs, opened. Throws where the keys of entities are damaged.
 */
export type AskedOf = (
  snapshot: Snapshot,
  request: Pick<ProviderRequestDocument, "realm" | "request">,
  submitted: Submitted,
) => ProviderAsked;
