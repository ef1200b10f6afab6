/**
 * Whether the ledger shards have anything for the outbox. Its thread is not started before: most servers that are
 * started for a test, and many others, send no webhook and have no provider, and a thread costs a fifth of the
 * processor time of a start and 40 MiB.
 */
import { webhooksWereChanged } from "../features/webhook_endpoint/webhook_lines.ts";
import type { ShardView } from "../views/shard_view.ts";
import { providersOfView } from "./provider_shard.ts";

/** Looks at the views of ledger shards that have moved since they were looked at. */
export class OutboxNeed {
  readonly #views: () => Iterable<ShardView>;
  readonly #looked = new Map<ShardView, number>();

  constructor(views: () => Iterable<ShardView>) {
    this.#views = views;
  }

  /** Whether an endpoint of webhooks was ever made in a shard, or a provider is known there. */
  look(): boolean {
    const views = [...this.#views()];
    const isNeeded = views.some((view) => this.#lookAt(view));
    // There is no further look, which would let go of this moment.
    if (isNeeded) for (const view of views) view.release();
    return isNeeded;
  }

  #lookAt(view: ShardView): boolean {
    view.refreshed();
    if (this.#looked.get(view) === view.sequence) return false;
    this.#looked.set(view, view.sequence);
    return webhooksWereChanged(view) || providersOfView(view).length > 0;
  }
}
