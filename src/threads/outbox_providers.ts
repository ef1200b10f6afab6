/**
 * The providers of live in the thread of the outbox: what is due at them, in every shard's view, is carried out
 * over one exchange and reported through one queue.
 */
import { SealBroken } from "../access/sealer.ts";
import { THREAD_EVENT_LOOP } from "../contract/event_loop.ts";
import type { ProviderAttempt } from "../contract/provider_protocol.ts";
import { ownerOfProvider, providerSecretsInForce } from "../features/provider/provider_document.ts";
import { ProviderExchange } from "../outbox/provider_exchange.ts";
import { ProviderQueue } from "../outbox/provider_queue.ts";
import { type Reconciliation, reconcile } from "../outbox/reconciliation.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { OpenedSecrets } from "./opened_secrets.ts";
import { requestsTo } from "./provider_book.ts";
import {
  type OpenField,
  type ProviderErrand,
  type ProviderReport,
  ProviderShard,
  providerReportOf,
  providersOfView,
} from "./provider_shard.ts";

export type OutboxProvidersParts = {
  /** Whether providers may be on this machine. */
  allowsLoopback: boolean;
  opened: OpenedSecrets;
  openField: OpenField;
  /** Resolves when the shard has the report on its disk, or has refused it for good. */
  report(report: ProviderReport): Promise<unknown>;
};

export class OutboxProviders {
  readonly #parts: OutboxProvidersParts;
  readonly #exchange: ProviderExchange;
  readonly #queue: ProviderQueue<ProviderErrand, ProviderReport>;
  readonly #shards: ProviderShard[] = [];
  readonly #views: ShardView[] = [];
  #isStopped = false;

  constructor(parts: OutboxProvidersParts) {
    this.#parts = parts;
    this.#exchange = new ProviderExchange({ allowsLoopback: parts.allowsLoopback });
    this.#queue = new ProviderQueue<ProviderErrand, ProviderReport>({
      run: (errand, signal) => this.#carryOut(errand, signal),
      report: async (_errand, report) => {
        await parts.report(report);
      },
      loop: THREAD_EVENT_LOOP,
    });
  }

  /** From now on what is due in the view is carried out. The view must show all that was acknowledged. */
  open(view: ShardView): void {
    const { openField } = this.#parts;
    const shard = new ProviderShard(view, this.#queue, { openField, nowMs: Date.now });
    shard.open();
    this.#shards.push(shard);
    this.#views.push(view);
  }

  look(): void {
    for (const shard of this.#shards) shard.look();
  }

  /** Compares the provider's book with what is on record. Rejects, with a sentence, where that cannot be done. */
  async reconcile(name: string): Promise<Reconciliation> {
    const providers = this.#views.flatMap(providersOfView);
    const document = providers.find(({ provider }) => provider === name);
    if (document === undefined) throw new Error(`no provider is called ${name}`);
    const { kind, url: baseUrl } = document;
    const page = async (after: string | undefined) => {
      const inForce = providerSecretsInForce(document, Date.now());
      const secrets = this.#opened(
        inForce.map(({ sealed }) => sealed),
        name,
      );
      const read = await this.#exchange.page({ baseUrl, secrets }, kind, after);
      if (!("fault" in read)) return read;
      throw new Error(`the provider ${name} gives no page of its book: ${read.fault}`);
    };
    const mayRead = () => {
      if (this.#isStopped) throw new Error("the server stops: try again");
    };
    return await reconcile({ own: () => requestsTo(name, this.#views, mayRead), page });
  }

  /** What is under way may end within the time, and is reported; then it is ended. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true;
    await this.#queue.stop(withinMs);
  }

  async close(): Promise<void> {
    await this.#exchange.close();
  }

  /** Undefined where the errand was cut off, as at the end of this thread: the next one does it. */
  async #carryOut(
    errand: ProviderErrand,
    signal: AbortSignal,
  ): Promise<ProviderReport | undefined> {
    const { kind, effect: asked, asksFirst, provider, target } = errand;
    const { baseUrl, sealedSecrets } = target;
    const secrets = this.#opened(sealedSecrets, provider);
    let result: ProviderAttempt | undefined;
    if (kind === "attempt") {
      const effect = { ...asked, request: errand.openRequest() };
      result = await this.#exchange.attempt({ baseUrl, secrets, effect, asksFirst, signal });
    } else result = await this.#exchange.ask({ baseUrl, secrets }, asked, signal);
    if (result?.result === "unknown" && result.fault === "aborted") return undefined;
    return providerReportOf(errand, result);
  }

  /** A secret that does not open is left out: without any the attempt is a fault of this platform. */
  #opened(sealedSecrets: readonly string[], provider: string): string[] {
    return sealedSecrets.flatMap((sealed) => {
      try {
        return this.#parts.opened.open(sealed, ownerOfProvider(provider));
      } catch (cause) {
        if (cause instanceof SealBroken) return [];
        throw cause;
      }
    });
  }
}
