/**
 * A client: asks, waits, asks again with the same key until it is told something definite, and now
 * and then does what a client must not do. Between it and the server is a network that loses,
 * delays and repeats in both directions.
 */
import { scopeKeyOf } from "../../src/contract/principal.ts";
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
import type { Lives } from "./lives.ts";
import type { Scope } from "./model/model.ts";
import type { Random } from "./random.ts";
import { nextRead, wrongRead } from "./reads.ts";
import { nextRequest } from "./requests.ts";
import type { Timeline } from "./timeline.ts";

export type ClientParts = {
  caller: Caller;
  /** Requests that it makes, retries apart. */
  steps: number;
  random: Random;
  timeline: Timeline;
  lives: Lives;
  auditor: Auditor;
  coverage: Coverage;
  trace(line: string): void;
  violate(message: string): void;
  lossRate: number;
  isWhale: boolean;
  isClockwork: boolean;
  hostility: number;
  /** All credentials there are. */
  callers: readonly Caller[];
  /** Shared by the clients of one world. */
  book: Book;
};

/** How many requests were sent, and the keys that they had. */
export type Book = { requests: number; keys: string[] };

export type Client = {
  /** It has asked everything that it wanted to ask, although it may not know every outcome. */
  isDone(): boolean;
  /** From now on the network works; what it does not know yet it asks again. */
  finish(): void;
  /** It knows the outcome of everything. */
  isSettled(): boolean;
};

/** A thing that somebody wants done once, under one key. */
type Intent = {
  request: WriteRequest;
  caller: Caller;
  tries: number;
  firstLife: number;
  /** Somebody was told "unknown", or nothing. */
  wasUnknown: boolean;
  isSettled: boolean;
};

export function startClient(parts: ClientParts): Client {
  const { random, timeline, lives, auditor, coverage, trace, violate, book } = parts;
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
    const scope = auditor.scopes.get(scopeKeyOf(principal));
    if (scope === undefined || scope.accounts.size === 0) {
      rest();
      return;
    }
    left--;
    if (random.chance(0.22)) ask(scope);
    else attempt(nextIntent(scope), rest);
  }

  function nextIntent(scope: Scope): Intent {
    const habits = { ...parts, nowMs: timeline.nowMs, scopes: () => [...auditor.scopes.values()] };
    const request = { ...nextRequest(habits, scope), requestId: "", idempotencyKey: nextKey() };
    const intent: Intent = {
      request,
      caller: parts.caller,
      tries: 0,
      firstLife: lives.number(),
      wasUnknown: false,
      isSettled: false,
    };
    intents.push(intent);
    return intent;
  }

  /** A new key for a new intent; or, wrongly, none, no UUID, or one that was used before. */
  function nextKey(): string {
    const used = book.keys.length > 0 && random.chance(0.05) ? random.pick(book.keys) : undefined;
    if (used !== undefined) return random.chance(0.2) ? used.toUpperCase() : used;
    if (random.chance(0.01)) return random.pick(["", "no-uuid", "0".repeat(36)]);
    const key = random.uuid();
    book.keys.push(key);
    return key;
  }

  /** Sends it, and again, until something definite is heard or, now and then, it gives up. */
  function attempt(intent: Intent, whenOver: () => void): void {
    intent.tries++;
    book.requests++;
    const request = { ...intent.request, requestId: `req_${book.requests}` };
    const caller = random.chance(0.1) ? colleague(intent.caller) : intent.caller;
    auditor.expect(request, caller);
    trace(`${caller.principal.principalId} sends ${textOf(request)}`);
    let isOver = false;
    const over = (isAnswered: boolean) => {
      if (isOver) return;
      isOver = true;
      if (!isAnswered) intent.wasUnknown = true;
      if (intent.isSettled) whenOver();
      else if (!isFinishing && intent.tries >= 3 && random.chance(0.3)) whenOver();
      else timeline.after(patience(intent.tries), () => attempt(intent, whenOver));
    };
    const receive = (response: Response) => {
      trace(
        `${request.requestId} hears ${response.status} ${response.code ?? ""} ${response.body}`,
      );
      auditor.checkResponse(request, caller, response);
      if (isOver) count(coverage, "reply late");
      if (response.status !== 503) settle(intent, response);
      over(response.status !== 503);
    };
    const times = !isFinishing && random.chance(0.06) ? 2 : 1;
    if (times === 2) count(coverage, "request sent twice");
    for (let time = 0; time < times; time++) {
      transmit("request lost", () => {
        const server = lives.server();
        if (server === undefined) return;
        const life = lives.number();
        const edge = random.pick(server.edges);
        write(edge, caller, request, (response) => {
          if (lives.number() === life) transmit("reply lost", () => receive(response));
        });
      });
    }
    timeline.after(random.between(20, 90), () => over(false));
  }

  function settle(intent: Intent, response: Response): void {
    if (intent.isSettled) return;
    intent.isSettled = true;
    if (response.isReplayed && intent.firstLife !== lives.number()) {
      count(coverage, "answered again by its key, after a restart");
    }
    if (!intent.wasUnknown || response.suffix === undefined) return;
    const happened = response.isReplayed ? "it had happened" : "it had not";
    count(coverage, `outcome unknown: ${happened}`);
  }

  /** Another key of the same Product and environment: the same request, all the same. */
  function colleague({ principal, shard }: Caller): Caller {
    const { productId, environment } = principal;
    const all = parts.callers.filter(
      ({ principal: other, shard: at }) =>
        at === shard && other.productId === productId && other.environment === environment,
    );
    return random.pick(all);
  }

  function ask(scope: Scope): void {
    const own = intents.map(({ request }) => request.idempotencyKey).filter((key) => key !== "");
    const request = nextRead(random, scope, [...auditor.scopes.values()], own);
    let isOver = false;
    const over = () => {
      if (!isOver) rest();
      isOver = true;
    };
    const knownFrame = auditor.shards[parts.caller.shard]?.acknowledgedFrame ?? 0;
    transmit("request lost", () => {
      const server = lives.server();
      if (server === undefined) return;
      const life = lives.number();
      read(random.pick(server.edges), parts.caller, request, (response) => {
        if (lives.number() !== life) return;
        judge(scope, request, response, knownFrame);
        transmit("reply lost", over);
      });
    });
    timeline.after(random.between(20, 90), over);
  }

  function judge(scope: Scope, request: ReadRequest, response: ReadResponse, knownFrame: number) {
    const name = `${request.operation} ${JSON.stringify(request.path)} ${JSON.stringify(response)}`;
    trace(`reads ${name}`);
    if (response.code === "resource_reader_unavailable") return;
    const idempotencyKey = request.path["idempotencyKey"]?.toLowerCase();
    const key =
      idempotencyKey === undefined ? undefined : auditor.keyOf(idempotencyKey, parts.caller);
    const wrong =
      response.frame < knownFrame
        ? `does not show frame ${knownFrame}, of which somebody was told`
        : wrongRead(scope, request, response, key);
    if (wrong !== undefined) violate(`read: ${wrong}: ${name}`);
    if (response.code === undefined) count(coverage, `${request.operation} found`);
  }

  /** One way through the network. */
  function transmit(lost: string, deliver: () => void): void {
    if (!isFinishing && random.chance(parts.lossRate)) {
      count(coverage, lost);
      return;
    }
    timeline.after(random.chance(0.05) ? random.between(5, 80) : random.between(0.05, 2), deliver);
  }

  function patience(tries: number): number {
    return Math.min(800, random.between(2, 10) * 2 ** tries);
  }
}

function textOf({ requestId, operation, path, body, idempotencyKey }: WriteRequest): string {
  return `${requestId} ${operation} ${path.join(" ")} ${body} key ${idempotencyKey}`;
}
