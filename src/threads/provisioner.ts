/**
 * Applies the platform shard's announcements in main: the two scopes of a new Product are durably
 * open on their shards before any edge receives the announcement of the Product. A crash in between
 * loses nothing, because the platform shard announces everything again when it starts, and an open
 * scope is not opened a second time. Main does not wait for a shard that has stopped: that shard
 * serves nobody before a restart, and the restart opens the missing scopes.
 */
import type { CredentialTable } from "../access/credential_table.ts";
import type { Announcement } from "../contract/announcement.ts";
import type { PlacedProduct } from "../contract/principal.ts";
import type { NewScope } from "../shard/mailbox.ts";

export type ProvisionerParts = {
  credentials: CredentialTable;
  /** Resolves when the scopes are durably open. */
  openScopes(shard: number, scopes: readonly NewScope[]): Promise<unknown>;
  onFault(shard: number, cause: Error): void;
};

export class Provisioner {
  readonly #parts: ProvisionerParts;
  /** Products whose scopes this process has opened or has asked a shard to open. */
  readonly #provisioned = new Set<string>();

  constructor(parts: ProvisionerParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async apply(announcements: readonly Announcement[]): Promise<void> {
    const { credentials, openScopes, onFault } = this.#parts;
    const scopesByShard = new Map<number, NewScope[]>();
    for (const announcement of announcements) {
      credentials.apply(announcement);
      if (announcement.kind === "product") this.#addScopesOf(announcement.product, scopesByShard);
    }
    await Promise.all(
      [...scopesByShard].map(([shard, scopes]) =>
        openScopes(shard, scopes).catch((cause: Error) => onFault(shard, cause)),
      ),
    );
  }

  #addScopesOf(product: PlacedProduct, scopesByShard: Map<number, NewScope[]>): void {
    const { productId, tenantId, placement, createdAtMs } = product;
    if (this.#provisioned.has(productId)) return;
    this.#provisioned.add(productId);
    for (const environment of ["sandbox", "live"] as const) {
      const scope = { names: { tenantId, productId, environment }, createdAtMs };
      const shard = placement[environment];
      scopesByShard.set(shard, [...(scopesByShard.get(shard) ?? []), scope]);
    }
  }
}
