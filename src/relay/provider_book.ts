/**
 * What the platform has on record of a provider, for the comparison with the provider's own book: every request
 * of live to it, in the views of all ledger shards, and how far what was asked for is.
 */
import { setImmediate as turn } from "node:timers/promises";
import { decodeDocument } from "../contract/tables/table.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { OwnEffect } from "../outbox/reconciliation.ts";
import type { ShardView } from "../views/shard_view.ts";
import { stateOf } from "./own_states.ts";
import { liveRealmsOf } from "./provider_shard.ts";

/** Requests that are read at once; then others have their turn in this thread. */
const PART = 500;
/** Sorts right behind the text that it follows. */
const BEHIND = "\0";

/**
 * The requests of live to the provider, each once, as the view shows them when it is its turn. `mayRead`: throws
 * once the views are about to be closed; asked each time before a view is read.
 */
export async function* requestsTo(
  provider: string,
  views: readonly ShardView[],
  mayRead: () => void,
): AsyncGenerator<OwnEffect> {
  for (const view of views) {
    mayRead();
    view.refreshed();
    for (const realm of liveRealmsOf(view)) {
      for (let from: string | undefined = ""; from !== undefined; ) {
        await turn();
        mayRead();
        view.refreshed();
        const part = partOf(view, realm, from, provider);
        yield* part.effects;
        from = part.next;
      }
    }
  }
}

function partOf(view: ShardView, realm: number, from: string, provider: string) {
  const effects: OwnEffect[] = [];
  let read = 0;
  for (const { key, value } of view.ascend(LEDGER_TABLE.providerRequest, realm, { from })) {
    const request = decodeDocument<ProviderRequestDocument>(value);
    if (request.provider === provider) {
      effects.push({ ...ownEffect(view, request), home: { shard: view.shard, realm } });
    }
    if (++read === PART) return { effects, next: key + BEHIND };
  }
  return { effects, next: undefined };
}

function ownEffect(view: ShardView, request: ProviderRequestDocument): OwnEffect {
  const { providerRequestId: effectId, kind, answer, told } = request;
  const contradiction = told?.contradiction;
  const providerReference = answer?.providerReference;
  const state = stateOf(view, request);
  return {
    ...{ effectId, kind, state },
    ...(providerReference !== undefined && { providerReference }),
    ...(contradiction !== undefined && { contradiction }),
  };
}
