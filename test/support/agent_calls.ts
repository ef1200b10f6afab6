/**
 * For tests: calls of agents and of people on a platform shard and a ledger shard. Journals, mailboxes, couriers,
 * views, preparations and the admission are real; a credential is the caller that the test names, and mails go
 * nowhere.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPassingKeys, openPassingSealer } from "../../src/access/passing_keys.ts";
import { openRateLimiter } from "../../src/access/rate_limit.ts";
import { createRateLimitMemory } from "../../src/access/rate_window.ts";
import type { PoolBody } from "../../src/calls/call.ts";
import { callableOf } from "../../src/calls/callable.ts";
import { Calls } from "../../src/calls/calls.ts";
import type { Caller } from "../../src/contract/declare/caller.ts";
import type { Carrier } from "../../src/contract/declare/effect.ts";
import type { Found } from "../../src/contract/declare/found.ts";
import type { OwedMail } from "../../src/contract/declare/mail.ts";
import { type Environment, realmKeyOf, tenantNames } from "../../src/contract/declare/principal.ts";
import { REPLY_REPLAYED } from "../../src/contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import { httpStatusOf, type Refusal } from "../../src/contract/refusals/refusal.ts";
import { approvalSightOf } from "../../src/features/agent_approval/approval_sight.ts";
import { AGENT_PROGRAMS } from "../../src/features/build/agent_programs.ts";
import { MAIL } from "../../src/features/mail/mail_effect.ts";
import { CLOSING, TELLING } from "../../src/features/platform/platform_telling.ts";
import {
  OPERATOR_OPERATIONS,
  operations,
  type PlatformShardState,
  RESOURCES,
  SHARD_REGISTRY,
  type ShardState,
} from "../../src/features/registry.ts";
import { OperatorCall } from "../../src/operator/operator_call.ts";
import type { Courier, ReplyTaker } from "../../src/placement/courier.ts";
import { carrierOfTellings, recordTelling, type SentTelling } from "../../src/relay/teller.ts";
import { carriersOver, memoryEntityKeys } from "../world/entity_keys.ts";
import { newCompany, newPerson, newProduct, type Person } from "../world/people.ts";
import { platformTools } from "../world/platform_world.ts";
import { type LetIn, newAgent } from "./features/agent_grant/agents.ts";
import { type OpenShard, openShard, readersOver } from "./open_shards.ts";
import { platformSetup } from "./platform_setup.ts";
import { TEST_CURSORS } from "./shared_keys.ts";

const PUBLIC_URL = "https://money.example";
const LEDGER_SHARD = 0;

export type Document = Record<string, unknown>;
export type Answered = { document?: Document; refusal?: Refusal; isReplayed: boolean };
export type Asking = { caller: Caller; environment?: Environment; key?: string };

/** A call that says its environment, its session and its credential as headers would. */
class NamedCall extends OperatorCall {
  override readonly environment: string;
  override readonly csrfToken: string;
  override readonly sessionText = "session";
  readonly answered: Promise<Answered>;
  whenAnswered: ((status: number) => void) | undefined;
  #settle: (answered: Answered) => void = () => {};

  constructor(caller: Caller, environment: Environment, key: string) {
    super({ key, user: "" });
    this.caller = caller;
    this.environment = environment;
    this.csrfToken = caller.kind === "session" ? caller.csrfToken : "";
    this.answered = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  override onReply(
    status: number,
    flags: number,
    _suffix: string,
    body: string,
    bytes?: Uint8Array,
  ) {
    this.#end(status);
    const document = JSON.parse(bytes === undefined ? body : Buffer.from(bytes).toString());
    const isReplayed = (flags & REPLY_REPLAYED) !== 0;
    if (status < 400) this.#settle({ document, isReplayed });
    else this.#settle({ refusal: document.error ?? document, isReplayed });
  }

  override onNoReply(): void {
    this.#end(503);
    this.#settle({ isReplayed: false });
  }

  override refuse(refusal: Refusal): void {
    this.#end(httpStatusOf(refusal));
    this.#settle({ refusal, isReplayed: false });
  }

  override found({ json }: Found): void {
    this.#end(200);
    this.#settle({ document: JSON.parse(json), isReplayed: false });
  }

  override deliver({ body }: PoolBody): void {
    this.#end(200);
    const text = Buffer.from(body.bytes ?? assert.fail("a small body has no file")).toString();
    this.#settle({ document: JSON.parse(text), isReplayed: false });
  }

  #end(status: number): void {
    this.isFinished = true;
    this.whenAnswered?.(status);
  }
}

export type AgentCalls = {
  owner: Person;
  productId: string;
  agent: LetIn;
  /** Another agent of the same person. */
  other: LetIn;
  /** Mails that were owed, oldest first. */
  mails: OwedMail[];
  /** Tellings in realms of Products: the type of the event, and the environment. */
  told: [type: string, environment: string][];
  /** True: what is sent to that shard is lost, as when the process is killed then. */
  loss: { isLosing: boolean };
  platformLoss: { isLosing: boolean };
  /** Each telling waits for this before it is recorded. */
  tellings: { until: Promise<unknown> };
  /** The place of the newest record of the company. */
  newestOfCompany(): number;
  /** The clock of both shards and of the edge, milliseconds UTC. */
  clock: { nowMs: number };
  ask(id: string, input: Document, asking: Asking): Promise<Answered>;
  /** The document that must be answered. */
  done(id: string, input: Document, asking: Asking): Promise<Document>;
  close(): Promise<void>;
};

const callables = new Map(
  [...operations, ...OPERATOR_OPERATIONS].map((operation) => [operation.id, callableOf(operation)]),
);

export async function openAgentCalls(): Promise<AgentCalls> {
  const path = mkdtempSync(join(tmpdir(), "agents-"));
  const clock = { nowMs: Date.UTC(2026, 0, 31, 9, 30) };
  const nowMs = () => clock.nowMs;
  const mails: OwedMail[] = [];
  const told: [string, string][] = [];
  const tellings: AgentCalls["tellings"] = { until: Promise.resolve() };
  const ledger = await openShard<ShardState>(path, {
    shard: LEDGER_SHARD,
    registry: SHARD_REGISTRY,
    nowMs,
    carriers: carriersOver(memoryEntityKeys()),
  });
  const setup = platformSetup();
  const carryTelling = carrierOfTellings(async (telling) => {
    await tellings.until;
    return await tell(ledger, told, telling);
  }, never);
  const platform = await openShard<PlatformShardState>(path, {
    shard: PLATFORM_SHARD,
    registry: setup.registry,
    nowMs,
    carriers: new Map<string, Carrier>([
      [TELLING.kind, carryTelling],
      [CLOSING.kind, carryTelling],
      [
        MAIL.kind,
        async ({ effectId, payload }) => {
          mails.push({ ...(payload as OwedMail), effectId });
          return { outcome: { status: "sent", attempts: 1 } };
        },
      ],
    ]),
  });
  await ledger.mailbox.start();
  const world = setup.worldOf(platform, clock.nowMs);
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const { productId } = await newProduct(world, company, { liveActivated: true });
  const scopes = new Set(operations.flatMap(({ scope }) => scope ?? []));
  const agentOf = async () => {
    const made = await newAgent(world, owner, { productIds: [productId] });
    return { ...made, caller: { ...made.caller, scopes } };
  };
  const agent = await agentOf();
  const other = await agentOf();
  await ledger.mailbox.openRealms(
    (["sandbox", "live"] as const).map((environment) => ({
      names: { tenantId: company.tenantId, productId, environment },
      createdAtMs: clock.nowMs,
    })),
  );
  await platform.mailbox.start();
  const loss = { isLosing: false };
  const platformLoss = { isLosing: false };
  const companyKey = realmKeyOf(tenantNames(company.tenantId));
  const couriers = new Map([
    [LEDGER_SHARD, losing(ledger.courier(), loss)],
    [PLATFORM_SHARD, losing(platform.courier(), platformLoss)],
  ]);
  const views = new Map([
    [LEDGER_SHARD, ledger.view()],
    [PLATFORM_SHARD, platform.view()],
  ]);
  let caller: Caller = agent.caller;
  const { digests } = platformTools(clock.nowMs);
  const passing = openPassingSealer(newPassingKeys());
  const { products } = platform.journal.state;
  const calls = new Calls({
    credentials: {
      hasTenant: (id) => id === company.tenantId,
      productOf: (id) => products.find(id),
      productOfKey: () => undefined,
      authenticate: () => caller,
    },
    limiter: openRateLimiter(createRateLimitMemory(), {
      credentialLimit: 0,
      ipLimit: 0,
      discoveryLimit: 0,
      identityIpLimit: 0,
    }),
    cursors: TEST_CURSORS,
    shards: { couriers, views },
    readers: readersOver(path, [ledger, platform], nowMs),
    recorder: undefined,
    requestLog: undefined,
    digests,
    prove: () => Promise.reject(new Error("no prover")),
    log: { fault: (_, error) => assert.fail(error) },
    nowMs,
    reaching: AGENT_PROGRAMS,
    openPassing: passing.open,
    approving: {
      passing,
      digests,
      ...approvalSightOf(RESOURCES),
      publicUrl: PUBLIC_URL,
    },
  });
  async function ask(id: string, input: Document, asking: Asking): Promise<Answered> {
    const callable = callables.get(id);
    assert.ok(callable !== undefined, id);
    const { environment = "live", key = randomUUID() } = asking;
    const call = new NamedCall(asking.caller, environment, key);
    caller = asking.caller;
    if (caller.kind === "operator" || calls.admit(call, callable.gate)) {
      calls.run(call, callable, { value: input, text: JSON.stringify(input) });
    }
    return await call.answered;
  }
  return {
    owner,
    productId,
    agent,
    other,
    mails,
    told,
    loss,
    platformLoss,
    tellings,
    newestOfCompany: () => platform.journal.realms.get(companyKey)?.headPlace ?? 0,
    clock,
    ask,
    async done(id, input, asking) {
      const { document, refusal } = await ask(id, input, asking);
      assert.ok(document !== undefined, `${id}: ${refusal?.code} ${refusal?.message}`);
      return document;
    },
    async close() {
      calls.streams.close();
      await platform.close();
      await ledger.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A courier that loses what it is given, once that is asked for: the process was killed before it was decided. */
function losing(courier: Courier, loss: { isLosing: boolean }): Courier {
  return new Proxy(courier, {
    get(target, name) {
      if (name === "send" && loss.isLosing) {
        return (_envelope: string, taker: ReplyTaker) => {
          queueMicrotask(() => taker.onNoReply());
          return true;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function tell(
  { journal, mailbox }: OpenShard<ShardState>,
  told: [string, string][],
  telling: SentTelling,
): Promise<string> {
  told.push([String(telling.input["type"]), telling.names.environment]);
  const realmOf = (key: string) => journal.realms.get(key);
  return recordTelling({ realmOf, run: (command) => mailbox.run(command) }, telling);
}

const never = () => new Promise<never>(() => {});
