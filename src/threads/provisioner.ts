/**
 * Applies the platform shard's announcements in main: the two realms of a new Product are durably
 * open on their shards before any edge receives the announcement of the Product. A crash in between
 * loses nothing, because the platform shard announces everything again when it starts, and an open
 * realm is not opened a second time. Main does not wait for a shard that has stopped: that shard
 * serves nobody before a restart, and the restart opens the missing realms.
 */
import type { Credentials } from "../access/credentials.ts";
import type { Announcement } from "../contract/declare/announcement.ts";
import type { PlacedProduct } from "../contract/declare/principal.ts";
import type { NewRealm } from "../shard/mailbox.ts";

export type ProvisionerParts = {
  credentials: Pick<Credentials, "apply">;
  /** Resolves when the realms are durably open. */
  openRealms(shard: number, realms: readonly NewRealm[]): Promise<unknown>;
  onFault(shard: number, cause: Error): void;
};

export class Provisioner {
  readonly #parts: ProvisionerParts;
  /** Products whose realms this process has opened or has asked a shard to open. */
  readonly #provisioned = new Set<string>();

  constructor(parts: ProvisionerParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async apply(announcements: readonly Announcement[]): Promise<void> {
    const { credentials, openRealms, onFault } = this.#parts;
    const realmsByShard = new Map<number, NewRealm[]>();
    for (const announcement of announcements) {
      credentials.apply(announcement);
      if (announcement.kind === "product") this.#addRealmsOf(announcement.product, realmsByShard);
    }
    await Promise.all(
      [...realmsByShard].map(([shard, realms]) =>
        openRealms(shard, realms).catch((cause: Error) => onFault(shard, cause)),
      ),
    );
  }

  #addRealmsOf(product: PlacedProduct, realmsByShard: Map<number, NewRealm[]>): void {
    const { productId, tenantId, placement, createdAtMs } = product;
    if (this.#provisioned.has(productId)) return;
    this.#provisioned.add(productId);
    for (const environment of ["sandbox", "live"] as const) {
      const realm = { names: { tenantId, productId, environment }, createdAtMs };
      const shard = placement[environment];
      realmsByShard.set(shard, [...(realmsByShard.get(shard) ?? []), realm]);
    }
  }
}
