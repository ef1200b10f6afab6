/**
 * Runs one seed: clients with credentials of several Products, a network that loses, delays and
 * repeats messages, a server that crashes and restarts, and the auditor. The same seed gives the same
 * run, byte for byte.
 */
import type { RealmNames } from "../../src/contract/declare/principal.ts";
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import type { EventLoop } from "../../src/contract/messages/event_loop.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import type { WebhookPayload } from "../../src/features/webhook_endpoint/webhook_lines.ts";
import { differenceOfReplay } from "../world/journal.ts";
import { applySomeTime } from "./applications.ts";
import { createAuditor } from "./auditor.ts";
import { type Client, type RequestHistory, startClient } from "./client.ts";
import { type Coverage, count } from "./coverage.ts";
import { tellCreditsNowAndThen } from "./credit_tellings.ts";
import type { Caller } from "./edge.ts";
import { createHost, type FaultRates, type Host } from "./host.ts";
import { createInitialData } from "./initial_data.ts";
import { wrongMemory, wrongMoney } from "./memory.ts";
import { limitNowAndThen } from "./payout_limits.ts";
import { createProvider } from "./provider.ts";
import { type Random, randomOf } from "./random.ts";
import { createReceivers } from "./receiver.ts";
import { type Parts, REAL_PARTS, type RunningShard, type Server } from "./server.ts";
import { configureProviders, submitNowAndThen } from "./submissions.ts";
import { createTimeline } from "./timeline.ts";

/** The most events of a seed; a usual seed has some hundreds. */
const EVENTS_MAX = 100_000;

/** Longer than all attempts of a delivery, and the pauses of a report that is sent again, milliseconds. */
const DELIVERIES_MS = 10_000;

/** Longer than the time from any live hold's creation to its deadline, milliseconds. */
const DEADLINES_MS = 400;

/** The part of the seeds whose Products run a program. */
const PROGRAM_RATE = 0.3;

/** The part of these seeds in which another Build is applied, and objects are migrated. */
const MIGRATION_RATE = 0.5;

/** The part of the seeds in which banks do something: more where a program can pay out and collect. */
const BANK_RATE = 0.25;
const PROGRAM_BANK_RATE = 0.65;

export type SeedOptions = {
  seed: number;
  /** Requests that clients make, not counting retries. */
  steps: number;
  parts?: Parts;
  trace?: (line: string) => void;
};

export type SeedResult = {
  seed: number;
  /** The first violation; undefined when there was none. */
  violation: string | undefined;
  events: number;
  coverage: Coverage;
};

/** What the world of a seed has, whatever happens in it. */
export type Traits = {
  hasLargeAmounts: boolean;
  hasManyHolds: boolean;
  hasWebhooks: boolean;
  hasVerifications: boolean;
  /** Banks do something: payouts leave. */
  hasBank: boolean;
  /** Its Products run a program. */
  hasProgram: boolean;
  /** Another Build is applied, and objects are migrated. */
  hasMigration: boolean;
  /** Banks collect by mandates: consents are of Products with a program. */
  hasMandates: boolean;
};

/** The traits of a seed, without a run of it. */
export function traitsOf(seed: number): Traits {
  return drawTraits(seed, randomOf(seed));
}

/** `random`: that of the seed, before anything else is drawn. */
function drawTraits(seed: number, random: Random): Traits {
  const hasLargeAmounts = random.chance(0.15);
  const hasManyHolds = random.chance(0.3);
  const hasWebhooks = random.chance(0.4);
  const hasVerifications = random.chance(0.5);
  // Of its own chance, so that the other seeds are as they were.
  const hasProgram = randomOf(seed ^ 0x5eed).chance(PROGRAM_RATE);
  const hasMigration = hasProgram && randomOf(seed ^ 0xb111d).chance(MIGRATION_RATE);
  const hasBank = randomOf(seed ^ 0xba4c).chance(hasProgram ? PROGRAM_BANK_RATE : BANK_RATE);
  return {
    ...{ hasLargeAmounts, hasManyHolds, hasWebhooks, hasVerifications },
    ...{ hasBank, hasProgram, hasMigration, hasMandates: hasBank && hasProgram },
  };
}

export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { seed, steps, parts = REAL_PARTS } = options;
  const random = randomOf(seed);
  const timeline = createTimeline();
  const coverage: Coverage = new Map();
  const trace = (line: string) =>
    options.trace?.(`${timeline.elapsedMs().toFixed(2).padStart(9)} ${line}`);
  let violation: string | undefined;
  const violate = (message: string) => {
    violation ??= message;
    trace(`WRONG: ${message}`);
  };

  const traits = drawTraits(seed, random);
  const { hasLargeAmounts, hasManyHolds, hasVerifications } = traits;
  const { hasBank, hasProgram, hasMigration } = traits;
  const applied = new Set<string>();
  const shards = 1 + random.below(2);
  const products = createProducts(random, shards, timeline.nowMs());
  const host = createHost({
    parts,
    timeline,
    random,
    faults: createFaultRates(random),
    shards,
    edges: 1 + random.below(2),
    coverage,
    trace,
    violate,
    outside: {
      begins: (acknowledged) => auditor.deliveries.begins(acknowledged),
      dies: () => count(coverage, "outbox died alone"),
      attempt,
      livesMs: () => (hasDeaths && !isCalm ? random.between(20, 200) : undefined),
      losesAnswer() {
        const isLost = !isCalm && random.chance(0.02);
        if (isLost) count(coverage, "answer to a report lost");
        return isLost;
      },
    },
    provider: createProvider({
      ...{ random, coverage, violate },
      nowMs: timeline.nowMs,
      isCalm: () => isCalm,
    }),
    ofPlatform(input) {
      const requestId = `platform_${auditor.askedOfPlatform()}`;
      auditor.expectOfPlatform(requestId, input);
      return requestId;
    },
    onWritten: (shard) => auditor.follow(shard),
    onDown: (how) => auditor.onDown(how),
    onServing: (server) => openRealms(server),
  });
  const auditor = createAuditor(
    host.disks.map(({ log }) => log),
    coverage,
    violate,
  );
  const seen = host.disks.map(() => ({ commands: -1, frame: -1 }));

  const history: RequestHistory = { requests: 0, keys: [] };
  const clients: Client[] = [];
  const share = Math.ceil(steps / Math.max(2, products.length));
  for (const caller of products.length === 1 ? [...products, ...products] : products) {
    clients.push(startClient({ caller, steps: share, ...habits() }));
  }

  const receivers = createReceivers(random, timeline.nowMs);
  const hasDeaths = random.chance(0.3);
  let isCalm = false;
  let events = 0;
  /** Runs the next event. If none is left, the promises that are under way may bring one. */
  const stepOrWait = async (): Promise<boolean> => {
    if (await timeline.step()) return true;
    await new Promise((resolve) => setImmediate(resolve));
    return await timeline.step();
  };
  const runWhile = async (goesOn: () => boolean) => {
    while (violation === undefined && goesOn()) {
      if (++events > EVENTS_MAX) violate("does not come to its end");
      try {
        if (!(await stepOrWait()) && goesOn()) violate("nothing happens any more");
        host.server()?.shards.forEach(checkShard);
      } catch (cause) {
        violate(`thrown: ${String((cause as Error).stack)}`);
      }
    }
  };

  await runWhile(() => clients.some((client) => !client.isDone()));
  host.endFaults();
  isCalm = true;
  receivers.heal();
  for (const client of clients) client.finish();
  await runWhile(() => clients.some((client) => !client.isSettled()) || !isServing(host));
  let isLater = false;
  timeline.after(DEADLINES_MS, () => {
    isLater = true;
  });
  await runWhile(() => !isLater);
  auditor.expectNothingDue(timeline.nowMs() - DEADLINES_MS / 2);
  const patientUntilMs = timeline.elapsedMs() + DELIVERIES_MS;
  const owed = () => auditor.deliveries.owed(auditor.everyRealm());
  await runWhile(() => owed() !== undefined && timeline.elapsedMs() < patientUntilMs);
  const left = owed();
  if (left !== undefined) violate(`deliveries do not come to their end: ${left}`);
  let isStopped = false;
  host.server()?.shards.forEach(checkMemory);
  void host.stop().then(() => {
    isStopped = true;
  });
  await runWhile(() => !isStopped);
  for (const [shard, disks] of host.disks.entries()) {
    if (violation !== undefined) break;
    const { log, state } = disks;
    const left = { shard, log: log.open(), state: state.entries() };
    const wrong = await differenceOfReplay({ registry: SHARD_REGISTRY, ...left });
    if (wrong !== undefined)
      violate(`the state of shard ${shard} is not that of its log: ${wrong}`);
  }
  return { seed, violation, events, coverage };

  function habits() {
    return {
      random,
      timeline,
      host,
      auditor,
      coverage,
      trace,
      violate,
      lossRate: random.pick([0, 0.02, 0.15]),
      ...traits,
      hostility: random.pick([0.02, 0.06, 0.3]),
      callers: products,
      history,
    };
  }

  function attempt(payload: WebhookPayload, loop: EventLoop, signal: AbortSignal) {
    const { webhookEndpointId, eventId } = payload;
    const ended = auditor.attempt(payload, timeline.nowMs());
    if (typeof ended === "string") violate(`webhook: ${ended}`);
    const made = receivers.attempt(payload, {
      after: (ms, run) => void loop.after(ms, run),
      signal,
    });
    return made.then((outcome) => {
      trace(`${eventId} (${webhookEndpointId}): ${JSON.stringify(outcome)}`);
      if (typeof ended !== "string") ended(outcome, timeline.nowMs());
      return outcome;
    });
  }

  /** Opens the realms and creates their initial data, whenever a server starts. */
  function openRealms(server: Server): void {
    for (const { principal, shard } of products) {
      const running = server.shards[shard] as RunningShard;
      const { tenantId, productId, environment } = principal;
      const names: RealmNames = { tenantId, productId, environment };
      const key = realmKeyOf(names);
      running.mailbox
        .openRealms([{ names, createdAtMs: timeline.nowMs() }])
        .then(() => (environment === "live" ? configureProviders(running, hasBank) : undefined))
        .then(() =>
          createInitialData({
            ...{ random, auditor, hasLargeAmounts, hasManyHolds, hasBank, hasProgram },
            ...{ running, key, nowMs: timeline.nowMs },
          }),
        )
        .then(() => {
          const isAlive = () => host.server() === server;
          const parts = { random, auditor, timeline, running, key, isAlive };
          if (hasVerifications) submitNowAndThen(parts);
          if (hasBank) limitNowAndThen(parts);
          if (hasBank && environment === "live") tellCreditsNowAndThen(parts);
          if (hasMigration) applySomeTime({ ...parts, applied });
        })
        .catch(() => undefined);
    }
  }

  /**
   * Checks a shard after an event: its money if it ran a command, its memory if it has no commit
   * left.
   */
  function checkShard(running: RunningShard): void {
    const { shard, mailbox, commit, journal } = running;
    const last = seen[shard] as (typeof seen)[number];
    const { commands } = mailbox.counters;
    if (commands !== last.commands) {
      const wrong = wrongMoney(journal.state);
      if (wrong !== undefined) violate(`shard ${shard}: ${wrong}`);
    }
    const isLevel = commit.durable === commit.newest && !commit.isCommitting;
    if (isLevel && (commit.durable !== last.frame || commands !== last.commands)) {
      checkMemory(running);
      last.frame = commit.durable;
    }
    last.commands = commands;
  }

  /** Compares the memory of a shard with the model, if all its records are durable. */
  function checkMemory({ shard, journal, commit }: RunningShard): void {
    if (commit.durable !== commit.newest) return;
    const wrong = wrongMemory(journal.state, auditor.shards[shard]?.realms ?? []);
    if (wrong !== undefined) violate(`shard ${shard} at frame ${commit.durable}: ${wrong}`);
  }
}

function isServing(host: Host): boolean {
  return host.server()?.shards.every(({ signals }) => signals.serving) === true;
}

/** Credentials of one to three Products of two tenants, each in sandbox, some in live too. */
function createProducts(random: Random, shards: number, nowMs: number): Caller[] {
  const callers: Caller[] = [];
  const products = 1 + random.below(3);
  for (let product = 0; product < products; product++) {
    const names = { tenantId: `ten_${product % 2}`, productId: `prod_${product}_${nowMs}` };
    const keys = 1 + random.below(2);
    for (let key = 0; key < keys; key++) {
      const principalId = `key_${product}_${key}`;
      const principal = { ...names, principalId, environment: "sandbox" as const };
      callers.push({ principal, shard: product % shards });
    }
    if (!random.chance(0.4)) continue;
    const principal = {
      ...names,
      principalId: `key_${product}_live`,
      environment: "live" as const,
    };
    callers.push({ principal, shard: random.below(shards) });
  }
  return callers;
}

/** Rates of faults, from none to very many. */
function createFaultRates(random: Random): FaultRates {
  return {
    appendFaultRate: random.pick([0, 0, 0.01, 0.04]),
    stateFaultRate: random.pick([0, 0, 0, 0.02]),
    stopEveryMs: random.pick([undefined, 40, 90, 200]),
    syncMs: random.pick([0.5, 2, 6]),
  };
}
