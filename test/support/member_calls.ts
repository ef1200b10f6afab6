/**
 * For tests: calls of members of a company on two shards. The journals, mailboxes, couriers, views and
 * the reads of the read pool are real; what the test says itself is who calls.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { openRateLimiter } from "../../src/access/rate_limit.ts";
import { createRateLimitMemory } from "../../src/access/rate_window.ts";
import type {
  CallStream,
  ChunkStream,
  PoolBody,
  ProtocolCall,
  StreamEnd,
} from "../../src/calls/call.ts";
import { callableOf } from "../../src/calls/callable.ts";
import { Calls } from "../../src/calls/calls.ts";
import type { Caller, SessionCaller, TokenCaller } from "../../src/contract/declare/caller.ts";
import type { StreamEvent } from "../../src/contract/declare/found.ts";
import type { Environment, PlacedProduct } from "../../src/contract/declare/principal.ts";
import type { Readers, ReadTask, TaskAnswer } from "../../src/contract/declare/reader_task.ts";
import { ShardSignals } from "../../src/contract/messages/envelope.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { type Refusal, refuse } from "../../src/contract/refusals/refusal.ts";
import { operations, SHARD_REGISTRY } from "../../src/features/registry.ts";
import type { GraphqlTask } from "../../src/graphql/graphql_run.ts";
import { OperatorCall } from "../../src/operator/operator_call.ts";
import { Courier } from "../../src/placement/courier.ts";
import { Mailbox } from "../../src/shard/mailbox.ts";
import { recover } from "../../src/shard/recovery.ts";
import { openGraphqlReader } from "../../src/threads/graphql_reader.ts";
import { openShardView } from "../../src/threads/open_shard_view.ts";
import { openReader } from "../../src/threads/reader_thread.ts";
import type { ShardFiles } from "../../src/threads/worker_data.ts";
import { sessionCaller, tokenCaller } from "../world/callers.ts";
import { carriersOver, memoryEntityKeys } from "../world/entity_keys.ts";
import { PATIENCE_MS } from "./patience.ts";
import { openJournalOf } from "./shard/open_journal.ts";
import { READER_KEYS, TEST_CURSORS, TEST_SALTS } from "./shared_keys.ts";

const ENVIRONMENTS = ["sandbox", "live"] as const;
/** Products of the company `ten_1`, and one of `ten_2`. */
export const PRODUCTS = [
  productOf("prod_a", "ten_1", 0),
  productOf("prod_b", "ten_1", 1),
  productOf("prod_c", "ten_2", 0),
];

function productOf(productId: string, tenantId: string, shard: number): PlacedProduct {
  return {
    productId,
    tenantId,
    name: productId,
    status: "active",
    createdAtMs: 1,
    updatedAtMs: 1,
    revision: 1,
    liveActivated: true,
    placement: { sandbox: shard, live: 1 - shard },
  };
}

const REVOKED = { revokedAt: "2026-01-31T09:30:00.000Z" };
const SCOPES = new Set(operations.flatMap(({ scope }) => scope ?? []));

export function tokenOf(tenantId: string): TokenCaller {
  const tokenId = `pat_${tenantId}`;
  return tokenCaller({ tokenId, userId: "usr_1", tenantId, scopes: SCOPES });
}

export function sessionOf(tenantId: string): SessionCaller {
  const sessionId = `ses_${tenantId}`;
  return sessionCaller({ sessionId, userId: "usr_1", tenantId });
}

export type Document = Record<string, unknown>;
export type Asking = {
  tenantId?: string;
  environment?: Environment;
  key?: string;
  caller?: Caller;
};

/** A call of a member, which says its environment as a header would. */
class MemberCall extends OperatorCall implements ProtocolCall {
  override readonly environment: string;
  readonly contentType = "application/json";
  /** What a stream has sent, and its end. */
  readonly events: StreamEvent[] = [];
  readonly ended: Promise<StreamEnd>;
  refusal: Refusal | undefined;
  readonly body: Promise<string>;
  #end: (why: StreamEnd) => void = () => {};
  #answered: (body: string) => void = () => {};

  constructor(caller: Caller, environment: Environment, key: string) {
    super({ key, user: "" });
    this.caller = caller;
    this.environment = environment;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.body = new Promise((resolve) => {
      this.#answered = resolve;
    });
    // A refusal is told by `refusal` where nobody waits for the answer.
    this.answer.catch(() => {});
  }

  override refuse(refusal: Refusal): void {
    this.refusal = refusal;
    super.refuse(refusal);
    this.#answered(JSON.stringify({ error: { code: refusal.code, details: refusal.details } }));
  }

  refuseAs(_status: number, refusal: Refusal): void {
    this.refuse(refusal);
  }

  preferredType<T extends string>(offered: readonly [T, ...T[]]): T {
    return offered[0];
  }

  headerOf(): string {
    return "";
  }

  respond(_status: number, _contentType: string, body: string | Uint8Array): void {
    this.#answered(body.toString());
  }

  openChunks(): ChunkStream {
    throw new Error("GraphQL answers at once");
  }

  override deliver({ body }: PoolBody): void {
    this.#answered(Buffer.from(body.bytes ?? assert.fail("a small body has no file")).toString());
  }

  override openStream(): CallStream {
    const { events } = this;
    const end = (why: StreamEnd) => {
      this.isFinished = true;
      this.#end(why);
    };
    return {
      isFull: false,
      send(sent) {
        events.push(...sent);
        return sent.length;
      },
      keepAlive() {},
      end,
      close() {},
    };
  }
}

export type Members = {
  calls: Calls;
  /** Credentials that are refused from now on, by the id of the session or token. */
  ended: Set<string>;
  /** The kinds of the tasks that the read pool was given. */
  pooled: string[];
  /** Begins a call of a member and returns it at once. */
  begin(id: string, input: Document, asking?: Asking): MemberCall;
  callOf(asking?: Asking): MemberCall;
  /** What a member is answered: a document, or the text of the refusal. */
  ask(id: string, input: Document, asking?: Asking): Promise<Document | string>;
  /** The document that a member is answered. */
  done(id: string, input: Document, asking?: Asking): Promise<Document>;
  close(): Promise<void>;
};

const callables = new Map(operations.map((operation) => [operation.id, callableOf(operation)]));

export async function openMembers(): Promise<Members> {
  const path = mkdtempSync(join(tmpdir(), "members-"));
  const closing: (() => unknown)[] = [];
  const ended = new Set<string>();
  const pooled: string[] = [];
  const couriers = new Map<number, Courier>();
  const views = new Map();
  const shards: ShardFiles[] = [];
  for (const shard of [0, 1]) {
    const signals = ShardSignals.allocate();
    const directory = join(path, String(shard));
    const parts = await openJournalOf(directory, {
      shard,
      registry: SHARD_REGISTRY,
      onBug: (what, cause) => {
        throw new Error(what, { cause });
      },
    });
    await recover(parts.journal, parts, () => {});
    const mailbox = new Mailbox({
      ...parts,
      registry: SHARD_REGISTRY,
      signals: new ShardSignals(signals),
      nowMs: Date.now,
      onFailure: (error) => assert.fail(error),
      carriers: carriersOver(memoryEntityKeys()),
    });
    const { port1, port2 } = new MessageChannel();
    mailbox.attach(port1);
    await mailbox.start();
    const realms = PRODUCTS.flatMap(({ productId, tenantId, placement }) =>
      ENVIRONMENTS.filter((environment) => placement[environment] === shard).map((environment) => ({
        names: { productId, tenantId, environment },
        createdAtMs: 1,
      })),
    );
    await mailbox.openRealms(realms);
    couriers.set(shard, new Courier(port2 as never, new ShardSignals(signals)));
    const files: ShardFiles = {
      shard,
      signals,
      logPath: join(directory, "log"),
      statePath: join(directory, "state"),
      filesPath: join(directory, "files"),
    };
    shards.push(files);
    const codecs = new FactCodecs(SHARD_REGISTRY.codecs);
    views.set(shard, openShardView(files, { codecs, saltSecrets: TEST_SALTS }));
    closing.push(async () => {
      couriers.get(shard)?.close();
      await views.get(shard).close();
      await mailbox.close();
      await parts.close();
    });
  }
  const callers = new Map<string, Caller>();
  const calls = new Calls({
    credentials: {
      hasTenant: () => false,
      productOf: (id) => PRODUCTS.find(({ productId }) => productId === id),
      productOfKey: () => undefined,
      authenticate: () => {
        const [caller] = callers.values();
        assert.ok(caller !== undefined, "a stream is open");
        const isEnded = ended.has(caller.kind === "session" ? caller.sessionId : "");
        return isEnded ? refuse("session_revoked", "the session was ended", REVOKED) : caller;
      },
    },
    limiter: openRateLimiter(createRateLimitMemory(), {
      credentialLimit: 0,
      ipLimit: 0,
      discoveryLimit: 0,
      identityIpLimit: 0,
    }),
    cursors: TEST_CURSORS,
    shards: { couriers, views },
    readers: readersOf(shards, path, pooled),
    recorder: undefined,
    requestLog: undefined,
    prove: () => Promise.reject(new Error("no prover")),
    log: { fault: (_, error) => assert.fail(error) },
    nowMs: Date.now,
  });
  function callOf({
    tenantId = "ten_1",
    environment = "sandbox",
    key = randomUUID(),
    caller = tokenOf(tenantId),
  }: Asking = {}): MemberCall {
    callers.set("last", caller);
    return new MemberCall(caller, environment, key);
  }
  function begin(id: string, input: Document, asking?: Asking): MemberCall {
    const call = callOf(asking);
    const callable = callables.get(id);
    assert.ok(callable !== undefined, id);
    calls.run(call, callable, { value: input, text: JSON.stringify(input) });
    return call;
  }
  async function ask(id: string, input: Document, asking?: Asking): Promise<Document | string> {
    return await begin(id, input, asking).answer.then(
      ({ document }) => document as Document,
      (error: Error) => error.message,
    );
  }
  return {
    calls,
    ended,
    pooled,
    begin,
    callOf,
    ask,
    async done(...asked) {
      const answer = await ask(...asked);
      assert.ok(typeof answer === "object", String(answer));
      return answer;
    },
    async close() {
      calls.streams.close();
      for (const close of closing) await close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The read pool's own reader, in this thread; tasks are cloned, as they are between two threads. */
function readersOf(shards: ShardFiles[], path: string, pooled: string[]): Readers {
  const spoolPath = join(path, "spool");
  mkdirSync(spoolPath);
  const data = { keys: READER_KEYS, shards, spoolPath, preparation: undefined as never };
  const { codecs } = SHARD_REGISTRY;
  const reader = openReader(data, { operations, codecs });
  const graphql = openGraphqlReader(reader, data, operations);
  return {
    run(kind, task, settle) {
      pooled.push(kind);
      const control = { stop: new Int32Array(1), deadlineMs: Date.now() + PATIENCE_MS };
      const cloned = { ...structuredClone(task), ...control };
      const answer = (): TaskAnswer =>
        kind === "graphql"
          ? graphql(cloned as GraphqlTask & typeof control)
          : reader.read(cloned as ReadTask & typeof control);
      setImmediate(() => settle(answer()));
      return () => {};
    },
  };
}
