/**
 * A client: sends a request, and sends it again with the same key until it receives a definite answer;
 * sometimes it breaks the rules for clients. The network between client and server loses, delays and
 * repeats messages in both directions.
 */
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import type { Auditor } from "./auditor.ts";
import { type Coverage, count } from "./coverage.ts";
import {
  type Caller,
  type ReadRequest,
  type ReadResponse,
  type Response,
  read,
  type WriteRequest,
  write,
} from "./edge.ts";
import type { Host } from "./host.ts";
import type { Realm } from "./model/model.ts";
import type { Random } from "./random.ts";
import { nextRead, wrongRead } from "./reads.ts";
import { nextRequest } from "./requests.ts";
import type { Timeline } from "./timeline.ts";

export type ClientParts = {
  caller: Caller;
  /** Requests that the client makes, not counting retries. */
  steps: number;
  random: Random;
  timeline: Timeline;
  host: Host;
  auditor: Auditor;
  coverage: Coverage;
  trace(line: string): void;
  violate(message: string): void;
  lossRate: number;
  hasLargeAmounts: boolean;
  hasManyHolds: boolean;
  hasWebhooks: boolean;
  hasVerifications: boolean;
  hasBank: boolean;
  hasProgram: boolean;
  hostility: number;
  /** All credentials of the simulation. */
  callers: readonly Caller[];
  /** Shared by all clients of one seed. */
  history: RequestHistory;
};

/** The number of requests sent so far, and their idempotency keys. */
export type RequestHistory = { requests: number; keys: string[] };

export type Client = {
  /** The client has made all its requests, although it may not know every outcome. */
  isDone(): boolean;
  /** From now on the network loses nothing; requests without a definite answer are sent again. */
  finish(): void;
  /** The client knows the outcome of every request. */
  isSettled(): boolean;
};

/** A request that shall run once, under one idempotency key. */
type Intent = {
  request: WriteRequest;
  caller: Caller;
  tries: number;
  startsBefore: number;
  /** An attempt got the answer "unknown", or no answer. */
  wasUnknown: boolean;
  isSettled: boolean;
};

export function startClient(parts: ClientParts): Client {
  const { random, timeline, host, auditor, coverage, trace, violate, history } = parts;
  const intents: Intent[] = [];
  let left = parts.steps;
  let isBusy = true;
  let isFinishing = false;
  rest();

  return {
    isDone: () => left === 0 && !isBusy,
    finish() {
      isFinishing = true;
      for (const intent of intents) if (!intent.isSettled) attempt(intent, () => {});
    },
    isSettled: () => intents.every(({ isSettled }) => isSettled),
  };

  function rest(): void {
    isBusy = left > 0;
    if (isBusy) timeline.after(random.between(0, 6), act);
  }

  function act(): void {
    const { principal } = parts.caller;
    const realm = auditor.realms.get(realmKeyOf(principal));
    if (realm === undefined || (realm.accounts.size === 0 && !realm.wasReset)) {
      rest();
      return;
    }
    left--;
    if (random.chance(0.22)) ask(realm);
    else attempt(nextIntent(realm), rest);
  }

  function nextIntent(realm: Realm): Intent {
    const habits = { ...parts, nowMs: timeline.nowMs, realms: () => auditor.everyRealm() };
    const request = { ...nextRequest(habits, realm), requestId: "", idempotencyKey: nextKey() };
    const intent: Intent = {
      request,
      caller: parts.caller,
      tries: 0,
      startsBefore: host.starts(),
      wasUnknown: false,
      isSettled: false,
    };
    intents.push(intent);
    return intent;
  }

  /** A new key; or, as a mistake, no key, a key that is not a UUID, or a used key. */
  function nextKey(): string {
    const used =
      history.keys.length > 0 && random.chance(0.05) ? random.pick(history.keys) : undefined;
    if (used !== undefined) return random.chance(0.2) ? used.toUpperCase() : used;
    if (random.chance(0.01)) return random.pick(["", "no-uuid", "0".repeat(36)]);
    const key = random.uuid();
    history.keys.push(key);
    return key;
  }

  /** Sends the request until it has a definite answer; sometimes gives up after three attempts. */
  function attempt(intent: Intent, whenOver: () => void): void {
    intent.tries++;
    history.requests++;
    const request = { ...intent.request, requestId: `req_${history.requests}` };
    const caller = random.chance(0.1) ? anyKeyOfProduct(intent.caller) : intent.caller;
    auditor.expect(request, caller);
    trace(`${caller.principal.principalId} sends ${textOf(request)}`);
    let isOver = false;
    const over = (isAnswered: boolean) => {
      if (isOver) return;
      isOver = true;
      if (!isAnswered) intent.wasUnknown = true;
      if (intent.isSettled) whenOver();
      else if (!isFinishing && intent.tries >= 3 && random.chance(0.3)) whenOver();
      else timeline.after(retryDelayMs(intent.tries), () => attempt(intent, whenOver));
    };
    const onAnswer = (response: Response) => {
      trace(
        `${request.requestId} receives ${response.status} ${response.code ?? ""} ${response.body}`,
      );
      auditor.checkResponse(request, caller, response);
      if (isOver) count(coverage, "reply late");
      const isDefinite = response.status !== 502 && response.status !== 503;
      if (isDefinite) settle(intent, response);
      over(isDefinite);
    };
    const times = !isFinishing && random.chance(0.06) ? 2 : 1;
    if (times === 2) count(coverage, "request sent twice");
    for (let time = 0; time < times; time++) {
      transmit("request lost", () => {
        const server = host.server();
        if (server === undefined) return;
        const starts = host.starts();
        const edge = random.pick(server.edges);
        write(edge, caller, request, (response) => {
          if (host.starts() === starts) transmit("reply lost", () => onAnswer(response));
        });
      });
    }
    timeline.after(random.between(20, 90), () => over(false));
  }

  function settle(intent: Intent, response: Response): void {
    if (intent.isSettled) return;
    intent.isSettled = true;
    if (response.isReplayed && intent.startsBefore !== host.starts()) {
      count(coverage, "answered again by its key, after a restart");
    }
    if (!intent.wasUnknown || response.suffix === undefined) return;
    const happened = response.isReplayed ? "it had happened" : "it had not";
    count(coverage, `outcome unknown: ${happened}`);
  }

  /**
   * A random API key of the same Product and environment: with it, a request is still the same one.
   */
  function anyKeyOfProduct({ principal, shard }: Caller): Caller {
    const { productId, environment } = principal;
    const all = parts.callers.filter(
      ({ principal: other, shard: at }) =>
        at === shard && other.productId === productId && other.environment === environment,
    );
    return random.pick(all);
  }

  function ask(realm: Realm): void {
    const own = intents.map(({ request }) => request.idempotencyKey).filter((key) => key !== "");
    const request = nextRead(random, realm, auditor.everyRealm(), own);
    let isOver = false;
    const over = () => {
      if (!isOver) rest();
      isOver = true;
    };
    const knownFrame = auditor.shards[parts.caller.shard]?.acknowledgedFrame ?? 0;
    transmit("request lost", () => {
      const server = host.server();
      if (server === undefined) return;
      const starts = host.starts();
      read(random.pick(server.edges), parts.caller, request, (response) => {
        if (host.starts() !== starts) return;
        judge(request, response, knownFrame);
        transmit("reply lost", over);
      });
    });
    timeline.after(random.between(20, 90), over);
  }

  function judge(request: ReadRequest, response: ReadResponse, knownFrame: number) {
    const name = `${request.operation} ${JSON.stringify(request.path)} ${JSON.stringify(response)}`;
    trace(`reads ${name}`);
    if (response.code === "resource_reader_unavailable") return;
    const realm = auditor.realmAt(parts.caller, response.frame);
    const idempotencyKey = request.path["idempotencyKey"]?.toLowerCase();
    const key =
      idempotencyKey === undefined ? undefined : auditor.keyOf(idempotencyKey, parts.caller);
    const wrong =
      response.frame < knownFrame
        ? `does not show frame ${knownFrame}, of which somebody was told`
        : wrongRead(realm, request, response, key);
    if (wrong !== undefined) violate(`read: ${wrong}: ${name}`);
    if (response.code === undefined) count(coverage, `${request.operation} found`);
  }

  /** Sends a message through the network in one direction. */
  function transmit(lost: string, deliver: () => void): void {
    if (!isFinishing && random.chance(parts.lossRate)) {
      count(coverage, lost);
      return;
    }
    timeline.after(random.chance(0.05) ? random.between(5, 80) : random.between(0.05, 2), deliver);
  }

  function retryDelayMs(tries: number): number {
    return Math.min(800, random.between(2, 10) * 2 ** tries);
  }
}

function textOf({ requestId, operation, path, body, idempotencyKey }: WriteRequest): string {
  return `${requestId} ${operation} ${path.join(" ")} ${body} key ${idempotencyKey}`;
}
