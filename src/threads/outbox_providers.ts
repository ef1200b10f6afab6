/**
 * The providers of live in the thread of the outbox: what is due at them, in every shard's view, is carried out
 * over one exchange and reported through one queue.
 */
import { SealBroken } from "../access/sealer.ts";
import { THREAD_EVENT_LOOP } from "../contract/event_loop.ts";
import type { ProviderAttempt } from "../contract/provider_protocol.ts";
import { ownerOfProvider } from "../features/provider/provider_document.ts";
import { ProviderExchange } from "../outbox/provider_exchange.ts";
import { ProviderQueue } from "../outbox/provider_queue.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { OpenedSecrets } from "./opened_secrets.ts";
import type { Submitted } from "./provider_asked.ts";
import {
  type ProviderErrand,
  type ProviderReport,
  ProviderShard,
  providerReportOf,
} from "./provider_shard.ts";

export type OutboxProvidersParts = {
  /** Whether providers may be on this machine. */
  allowsLoopback: boolean;
  opened: OpenedSecrets;
  submitted: Omit<Submitted, "filesPath">;
  /** Resolves when the shard has the report on its disk, or has refused it for good. */
  report(report: ProviderReport): Promise<unknown>;
};

export class OutboxProviders {
  readonly #parts: OutboxProvidersParts;
  readonly #exchange: ProviderExchange;
  readonly #queue: ProviderQueue<ProviderErrand, ProviderReport>;
  readonly #shards: ProviderShard[] = [];

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

  /**
   * From now on what is due in the view is carried out. The view must show all that was acknowledged.
   * `filesPath`: the folder of the shard's files beside the log.
   */
  open(view: ShardView, filesPath: string): void {
    const submitted = { ...this.#parts.submitted, filesPath };
    const shard = new ProviderShard(view, this.#queue, { submitted, nowMs: Date.now });
    shard.open();
    this.#shards.push(shard);
  }

  look(): void {
    for (const shard of this.#shards) shard.look();
  }

  /** What is under way may end within the time, and is reported; then it is ended. */
  async stop(withinMs: number): Promise<void> {
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
    const secrets = sealedSecrets.flatMap((sealed) => this.#openedOrNot(sealed, provider));
    let result: ProviderAttempt | undefined;
    if (kind === "attempt") {
      const { request, files } = errand.openAsked();
      const effect = { ...asked, request };
      result = await this.#exchange.attempt({ baseUrl, secrets, effect, files, asksFirst, signal });
    } else result = await this.#exchange.ask({ baseUrl, secrets }, asked, signal);
    if (result?.result === "unknown" && result.fault === "aborted") return undefined;
    return providerReportOf(errand, result);
  }

  /** A secret that does not open leaves the attempt without it: without any it is a fault of this platform. */
  #openedOrNot(sealed: string, provider: string): string[] {
    try {
      return [this.#parts.opened.open(sealed, ownerOfProvider(provider))];
    } catch (cause) {
      if (cause instanceof SealBroken) return [];
      throw cause;
    }
  }
}
