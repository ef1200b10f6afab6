/**
 * Shared by the tests of the shard room: a log whose appends can be held, a journal over real
 * files.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type RealmNames, realmKeyOf } from "../../../src/contract/declare/principal.ts";
import { SHARD_REGISTRY, type ShardState } from "../../../src/features/registry.ts";
import type { Command, Outcome } from "../../../src/shard/command.ts";
import type { GroupCommit } from "../../../src/shard/group_commit.ts";
import type { Journal } from "../../../src/shard/journal.ts";
import type { SealedFrame } from "../../../wal/format.ts";
import { type Log, openLog } from "../../../wal/log.ts";
import { openStateStore, type StateStore } from "../../../wal/state_store.ts";
import { PRODUCT_ID, TENANT_ID } from "../../world/callers.ts";
import { type JournalOverParts, journalOver } from "../../world/journal.ts";

export const NAMES: RealmNames = {
  tenantId: TENANT_ID,
  productId: PRODUCT_ID,
  environment: "sandbox",
};
export const REALM_KEY = realmKeyOf(NAMES);

/** A directory that is removed when the test ends. */
export function directoryOf(test: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "shard-"));
  test.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A real log whose appends the test can hold, and then release or let fail. */
export class HeldLog implements Log {
  readonly #log: Log;
  #held: { go: () => void; fail: (error: Error) => void } | undefined;
  isHolding = false;
  /** Frames of each append, in order. */
  readonly appends: number[][] = [];

  constructor(log: Log) {
    this.#log = log;
  }
  get id(): Uint8Array {
    return this.#log.id;
  }
  get head() {
    return this.#log.head;
  }
  async append(frames: readonly SealedFrame[]): Promise<"durable"> {
    this.appends.push(frames.map(({ sequence }) => sequence));
    if (this.isHolding) {
      await new Promise<void>((go, fail) => {
        this.#held = { go, fail };
      });
    }
    return await this.#log.append(frames);
  }
  /** Lets the append under way reach the disk. */
  release(): void {
    this.#held?.go();
    this.#held = undefined;
  }
  /** Makes the append under way fail; its frames are not written. */
  breakDown(): void {
    this.#held?.fail(new Error("the disk is gone"));
    this.#held = undefined;
  }
  read(sequence: number): Uint8Array | undefined {
    return this.#log.read(sequence);
  }
  frames(from: number) {
    return this.#log.frames(from);
  }
  close(): Promise<void> {
    return this.#log.close();
  }
}

export type OpenJournal<S = ShardState> = {
  log: HeldLog;
  store: StateStore;
  commit: GroupCommit;
  journal: Journal<S>;
  /** Ends the open group and resolves when it is durable. */
  committed(): Promise<void>;
  close(): Promise<void>;
};

type Opening<S> = Omit<JournalOverParts<S>, "log" | "nowMs"> & { nowMs?: () => number };

/** A shard's journal over the log and state in `path`, not yet loaded. */
export function openJournal(
  path: string,
  opening: Partial<Opening<ShardState>> = {},
): Promise<OpenJournal> {
  return openJournalOf(path, { registry: SHARD_REGISTRY, ...opening });
}

/** A shard's journal with any registry over the log and state in `path`, not yet loaded. */
export async function openJournalOf<S>(path: string, opening: Opening<S>): Promise<OpenJournal<S>> {
  const log = new HeldLog(await openLog({ path: join(path, "log") }));
  const store = openStateStore(join(path, "state"));
  const { commit, journal } = journalOver<S>({ nowMs: Date.now, ...opening, log });
  return {
    log,
    store,
    commit,
    journal,
    committed: () => new Promise((resolve) => void commit.commit(() => resolve())),
    async close() {
      await store.close();
      await log.close();
    },
  };
}

/** The text of an outcome's answer; throws when the outcome has none yet. */
export function answerOf({ body }: Outcome): string {
  if (body === undefined) throw new Error("what was asked for is under way");
  return body;
}

/** A command in the test's realm, which must be open. */
export function commandOf(
  journal: { realms: Journal<unknown>["realms"] },
  operation: string,
  input: Record<string, unknown>,
  idempotencyKey: string | undefined,
): Command {
  const realm = journal.realms.get(REALM_KEY);
  if (realm === undefined) throw new Error("the test opens its realm first");
  return {
    operation,
    requestId: "request",
    realm,
    principalId: "key_1",
    actorType: "product_key",
    actorId: "key_1",
    cause: "api",
    idempotencyKey,
    input,
    parentPlace: 0,
  };
}
