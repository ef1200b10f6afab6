/**
 * What the news of providers is looked up in: the views of all ledger shards. A provider is one key in each
 * shard; an effect is found by the place in its id, or by what its provider calls it. Nothing is searched.
 */
import { originOf } from "../base/id.ts";
import { PROVIDER_KINDS, type RequestKind } from "../contract/messages/provider_kinds.ts";
import type { NewsVerdict } from "../contract/messages/provider_news.ts";
import type { ProviderNews } from "../contract/messages/provider_protocol.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import type { FoundRow } from "../contract/tables/document_index.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import {
  ownerOfProvider,
  type ProviderDocument,
  providerSecretsInForce,
} from "../features/provider/provider_document.ts";
import { PROVIDER_NAME_PATTERN } from "../features/provider/provider_schema.ts";
import {
  keyOfRequest,
  PROVIDER_REQUEST_PREFIX,
  type ProviderRequestDocument,
} from "../features/provider_request/provider_request_document.ts";
import { referenceText } from "../features/provider_request/provider_request_state.ts";
import { SIMULATOR } from "../features/provider_request/providers.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { NamedEffect, NewsSource } from "../outbox/provider_news.ts";
import type { ShardView } from "../views/shard_view.ts";
import { type OpenedSecrets, thoseThatOpen } from "./opened_secrets.ts";
import { type ProviderReport, progressOf } from "./provider_shard.ts";

const NAME = new RegExp(PROVIDER_NAME_PATTERN);
/** The character behind the space that ends a text of a reference. */
const BEHIND_SPACE = "!";

/** What of a shard's view it is looked up in. */
export type NewsView = Pick<
  ShardView,
  "shard" | "refreshed" | "realmNumberOf" | "record" | "get" | "ascend"
>;

/** A request that news is about. */
export type ToldRequest = {
  shard: number;
  realm: number;
  providerRequestId: string;
  kind: RequestKind;
};

export class ProviderNewsViews {
  readonly #opened: Pick<OpenedSecrets, "open">;
  readonly #views = new Map<number, NewsView>();

  constructor(opened: Pick<OpenedSecrets, "open">) {
    this.#opened = opened;
  }

  /** How many shards' views are open. */
  get size(): number {
    return this.#views.size;
  }

  add(view: NewsView): void {
    this.#views.set(view.shard, view);
  }

  /** A provider with all its secrets: shards differ for as long as a change of it is on its way through them. */
  sourceOf(provider: string, nowMs: number): NewsSource | undefined {
    if (!NAME.test(provider)) return undefined;
    const known = [...this.#views.values()].flatMap((view) => providerIn(view, provider) ?? []);
    const [first] = known;
    if (first === undefined) return undefined;
    const sealed = known.flatMap((one) => providerSecretsInForce(one, nowMs));
    const texts = sealed.map((one) => one.sealed);
    const secrets = thoseThatOpen(this.#opened, texts, ownerOfProvider(provider));
    return { kinds: PROVIDER_KINDS[first.kind], secrets: [...new Set(secrets)] };
  }

  /** The request about an effect that this provider was sent. */
  requestOf(provider: string, named: NamedEffect): ToldRequest | undefined {
    // The simulator tells nothing: its requests are a sandbox's.
    if (provider === SIMULATOR) return undefined;
    return "effectId" in named
      ? this.#byId(provider, named.effectId)
      : this.#byReference(provider, named.providerReference);
  }

  #byId(provider: string, effectId: string): ToldRequest | undefined {
    const origin = originOf(PROVIDER_REQUEST_PREFIX, effectId);
    const view = origin && this.#views.get(origin.shard);
    if (origin === undefined || view === undefined) return undefined;
    view.refreshed();
    const realm = view.record(origin.place)?.realm;
    if (realm === undefined) return undefined;
    return requestIn(view, provider, { key: keyOfRequest(effectId), realm });
  }

  /** Undefined too where the provider gave several effects the reference: nobody knows which is meant. */
  #byReference(provider: string, providerReference: string): ToldRequest | undefined {
    const from = referenceText(provider, providerReference);
    const below = from.slice(0, -1) + BEHIND_SPACE;
    let found: ToldRequest | undefined;
    for (const view of this.#views.values()) {
      view.refreshed();
      const rows = view.ascend(LEDGER_TABLE.providerRequestByReference, 0, { from, below });
      for (const { value } of rows) {
        if (found !== undefined) return undefined;
        found = requestIn(view, provider, decodeDocument<FoundRow>(value));
      }
    }
    return found;
  }
}

/** What a shard is asked to record. */
export function newsReportOf(
  { shard, realm, providerRequestId }: ToldRequest,
  news: ProviderNews,
): ProviderReport {
  const { newsId, arrivedBy } = news;
  const told = { providerRequestId, newsId, progress: progressOf(news) };
  const input = arrivedBy === undefined ? told : { ...told, arrivedBy };
  return { shard, realm, operation: "provider_request.news", input };
}

/** What became of it; undefined where the shard has refused it for now. */
export function verdictOf(answer: unknown): NewsVerdict | undefined {
  const { status, body = "{}" } = answer as { status: number; body: string | undefined };
  return status === 200 ? (JSON.parse(body) as { verdict: NewsVerdict }).verdict : undefined;
}

function providerIn(view: NewsView, provider: string): ProviderDocument | undefined {
  view.refreshed();
  const realm = view.realmNumberOf(PLATFORM_REALM_KEY);
  const value = realm === undefined ? undefined : view.get(LEDGER_TABLE.provider, realm, provider);
  return value === undefined ? undefined : decodeDocument<ProviderDocument>(value);
}

function requestIn(
  view: NewsView,
  provider: string,
  { key, realm }: FoundRow,
): ToldRequest | undefined {
  const value = view.get(LEDGER_TABLE.providerRequest, realm, key);
  const request = value && decodeDocument<ProviderRequestDocument>(value);
  if (request?.provider !== provider) return undefined;
  const { providerRequestId, kind } = request;
  return { shard: view.shard, realm, providerRequestId, kind };
}
