/**
 * Records in a ledger shard what the outbox has reported, and then runs what the platform owes because of
 * it. A report is about the endpoints of many Products, so its record belongs to the platform's own realm.
 */
import type { Logger } from "pino";
import type { OwedStep, ShardRegistry } from "../contract/declare/registry.ts";
import { PLATFORM_NAMES, PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { Command, Outcome } from "../shard/command.ts";
import type { Journal } from "../shard/journal.ts";
import type { Mailbox } from "../shard/mailbox.ts";
import { systemCommand } from "../shard/system_command.ts";
import type { ProviderReport } from "./provider_shard.ts";

const REPORT = "webhook_delivery.report";
/** From this status on it is not known whether a write has happened. */
const UNKNOWN = 500;

export type ReportRecorderParts<S> = {
  box: Pick<Mailbox<S>, "openRealms"> & {
    run(command: Command): Promise<Pick<Outcome, "status" | "body">>;
  };
  journal: Pick<Journal<S>, "realms" | "state">;
  registry: Pick<ShardRegistry<S>, "owed">;
  nowMs: () => number;
  logger: Pick<Logger, "error">;
};

export class ReportRecorder<S> {
  readonly #parts: ReportRecorderParts<S>;
  /** Steps that were refused in this life: they are not asked for again. */
  readonly #refused = new Set<string>();

  constructor(parts: ReportRecorderParts<S>) {
    this.#parts = parts;
  }

  /** Resolves when the report is durable; rejects where that is not known. */
  async record(input: { lines: readonly unknown[] }): Promise<void> {
    const { status } = await this.#run(REPORT, input, await this.#platformRealm());
    if (status >= 400) throw new Error(`the report was refused with ${status}`);
    await this.runOwed();
  }

  /** Runs a step in the platform's own realm; resolves when its outcome is durable. */
  async step(operation: string, input: Record<string, unknown>) {
    const { status, body } = await this.#run(operation, input, await this.#platformRealm());
    return { status, body };
  }

  /**
   * Records what came of an errand at a provider, or what it has told; rejects where that is not known. A refusal
   * is an end.
   */
  async recordProvider({ realm, operation, input }: Omit<ProviderReport, "shard">) {
    const { box, journal } = this.#parts;
    const of = journal.realms.numbered(realm);
    const command = systemCommand(operation, input, of, "provider", 0);
    const { status, body } = await box.run(command);
    if (status >= UNKNOWN) throw new Error(`the report was refused with ${status}`);
    return { status, body };
  }

  /** Runs every operation that the platform owes in the shard's realms. */
  async runOwed(): Promise<void> {
    const { registry, journal, logger } = this.#parts;
    const { realms, state } = journal;
    const isOwed = (name: string) => [...(registry.owed?.(state) ?? [])].map(nameOf).includes(name);
    // A step that is owed no more, and later again, is asked for again.
    for (const name of this.#refused) if (!isOwed(name)) this.#refused.delete(name);
    for (const step of registry.owed?.(state) ?? []) {
      const { realm, operation, input } = step;
      const name = nameOf(step);
      if (this.#refused.has(name)) continue;
      const { status } = await this.#run(operation, input, realms.numbered(realm));
      if (status < 400 || !isOwed(name)) continue;
      this.#refused.add(name);
      logger.error({ operation, realm, status }, "an operation of the platform was refused");
    }
  }

  async #run(operation: string, input: Record<string, unknown>, realm: RealmDocument) {
    const { box } = this.#parts;
    return await box.run(systemCommand(operation, input, realm, "platform", 0));
  }

  async #platformRealm(): Promise<RealmDocument> {
    const { box, journal, nowMs } = this.#parts;
    const known = journal.realms.get(PLATFORM_REALM_KEY);
    if (known !== undefined) return known;
    await box.openRealms([{ names: PLATFORM_NAMES, createdAtMs: nowMs() }]);
    const opened = journal.realms.get(PLATFORM_REALM_KEY);
    if (opened === undefined) throw new Error("the realm of the platform could not be opened");
    return opened;
  }
}

function nameOf({ realm, operation, input }: OwedStep): string {
  return `${realm} ${operation} ${JSON.stringify(input)}`;
}
