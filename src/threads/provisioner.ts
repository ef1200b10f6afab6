/**
 * What the platform actor announces, as main applies it: before any edge hears of a Product, its two
 * scopes are open on their shards, durably. A crash in between loses nothing, because the platform
 * actor tells everything again when it starts, and an open scope is not opened a second time.
 * A shard that has stopped is not waited for: it serves nobody before a restart, which opens the rest.
 */
import type { CredentialTable } from "../access/credential_table.ts";
import type { NewScope } from "../actor/mailbox.ts";
import type { Announcement } from "../contract/announcement.ts";
import type { PlacedProduct } from "../contract/principal.ts";

export type ProvisionerParts = {
  credentials: CredentialTable;
  /** Resolves when the scopes are open and that is durable. */
  openScopes(shard: number, scopes: readonly NewScope[]): Promise<unknown>;
  onFault(shard: number, cause: Error): void;
};

export class Provisioner {
  readonly #parts: ProvisionerParts;
  /** Products whose scopes are open, or were asked for, in this life of the process. */
  readonly #provisioned = new Set<string>();

  constructor(parts: ProvisionerParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async apply(announcements: readonly Announcement[]): Promise<void> {
    const { credentials, openScopes, onFault } = this.#parts;
    const wanted = new Map<number, NewScope[]>();
    for (const announcement of announcements) {
      credentials.apply(announcement);
      if (announcement.kind === "product") this.#want(announcement.product, wanted);
    }
    await Promise.all(
      [...wanted].map(([shard, scopes]) =>
        openScopes(shard, scopes).catch((cause: Error) => onFault(shard, cause)),
      ),
    );
  }

  #want(product: PlacedProduct, wanted: Map<number, NewScope[]>): void {
    const { productId, tenantId, placement, createdAtMs } = product;
    if (this.#provisioned.has(productId)) return;
    this.#provisioned.add(productId);
    for (const environment of ["sandbox", "live"] as const) {
      const scope = { names: { tenantId, productId, environment }, createdAtMs };
      const shard = placement[environment];
      wanted.set(shard, [...(wanted.get(shard) ?? []), scope]);
    }
  }
}
