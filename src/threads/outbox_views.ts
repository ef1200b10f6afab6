/** The views of the ledger shards in the thread of the outbox: when each is open, and looked at again and again. */
import type { Logger } from "pino";
import { ShardSignals } from "../contract/messages/envelope.ts";
import type { FactCodec } from "../contract/records/record.ts";
import { FactCodecs } from "../contract/records/record_codec.ts";
import { openSaltSecrets } from "../contract/records/record_leaf.ts";
import type { ShardView } from "../views/shard_view.ts";
import { openShardView } from "./open_shard_view.ts";
import type { OutboxThreadData, ShardFiles } from "./worker_data.ts";

/** How often the views are looked at, milliseconds; a shard writes its view every 100 ms. */
const LOOK_MS = 50;
/** A look that took long is followed by a pause that is so many times as long. */
const PAUSE_OF_LOOKS = 5;

export type OutboxViewsParts = Pick<OutboxThreadData, "shards" | "salts"> & {
  codecs: readonly FactCodec[];
  logger: Logger;
};

/** What is done with the views. */
export type Watching = {
  /** Gets each view once, when it shows all that was acknowledged when the watching began. */
  open(view: ShardView, files: ShardFiles): void;
  /** Called again and again. */
  look(): void;
};

export class OutboxViews {
  readonly #parts: OutboxViewsParts;
  readonly #views: ShardView[] = [];
  #opened = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #tellOpen = () => {};
  /** Resolves when the views of all shards are open: until then no provider is known. */
  readonly whenOpen = new Promise<void>((resolve) => {
    this.#tellOpen = resolve;
  });

  constructor(parts: OutboxViewsParts) {
    this.#parts = parts;
  }

  /** To be called when every shard has replayed its log. */
  watch(watching: Watching): void {
    const { shards, salts, codecs } = this.#parts;
    const saltSecrets = openSaltSecrets(salts);
    for (const files of shards) {
      const view = openShardView(files, { codecs: new FactCodecs(codecs), saltSecrets });
      this.#views.push(view);
      whenViewed(new ShardSignals(files.signals), () => {
        if (this.#isStopped) return;
        watching.open(view, files);
        if (++this.#opened === shards.length) this.#tellOpen();
      });
    }
    this.#look(watching);
  }

  /** Resolves when the views can show all that was acknowledged when this was called, or nothing is looked at any more. */
  async shown(): Promise<void> {
    await Promise.all(
      this.#parts.shards.map(
        ({ signals }) =>
          new Promise<void>((resolve) => {
            whenViewed(new ShardSignals(signals), resolve, () => this.#isStopped);
          }),
      ),
    );
  }

  /** From now on nothing is opened or looked at. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async close(): Promise<void> {
    for (const view of this.#views) await view.close();
  }

  #look(watching: Watching): void {
    const startedMs = performance.now();
    try {
      watching.look();
    } catch (cause) {
      this.#parts.logger.error({ err: cause }, "the outbox could not look at a shard's view");
    }
    const tookMs = performance.now() - startedMs;
    const pauseMs = Math.max(LOOK_MS, tookMs * PAUSE_OF_LOOKS);
    this.#timer = setTimeout(() => this.#look(watching), pauseMs);
  }
}

/** Runs once the view shows everything that was acknowledged when this was called. */
function whenViewed(
  signals: ShardSignals,
  run: () => void,
  isStopped: () => boolean = () => false,
): void {
  const { acknowledged } = signals;
  const look = () => {
    if (signals.viewed >= acknowledged || isStopped()) run();
    else setTimeout(look, LOOK_MS);
  };
  look();
}
