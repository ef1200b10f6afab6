/**
 * Where requests of one path and method go: to an operation, to a protocol with a path of its own,
 * to what others deliver to the host root, or to a document of it. Also what is counted of them, and what the log of requests may
 * keep.
 */
import type { TObject } from "@sinclair/typebox";
import { documentGate, type Gate } from "../access/gate.ts";
import type { Audience } from "../access/people_table.ts";
import { type AnyOperation, type Callable, callableOf } from "../calls/callable.ts";
import type { Caller } from "../contract/declare/caller.ts";
import { isHidden, type Redaction, redactionOf } from "../contract/declare/redaction.ts";
import type { RequestProfile } from "../contract/messages/request_log.ts";
import type { HostDelivery } from "./delivery_route.ts";
import { newTally, type Tally } from "./note/tally.ts";
import type { ProtocolRoute } from "./protocol_route.ts";

/** Prefix of every operation's path (specification, Versioning). */
export const BASE_PATH = "/v1";
/** Free text in a query may be anybody's name. */
const FREE_TEXT = ["search", "q"] as const;

export type Route = {
  /** The route's name in logs, metrics and refusals. */
  readonly id: string;
  readonly gate: Gate;
  readonly tally: Tally;
  readonly target:
    | { kind: "operation"; callable: Callable; method: AnyOperation["http"]["method"] }
    | { kind: "protocol"; protocol: ProtocolRoute }
    | { kind: "delivery" }
    | { kind: "document" };
  /** The path in the form of uWebSockets.js, without the base path. */
  readonly pattern: string;
  /** The whole path as the contract has it, `/v1/accounts/{accountId}`. */
  readonly template: string;
  /** Names of the path's parameters, in order. */
  readonly pathNames: readonly string[];
  /** What of a request's body may be kept. */
  readonly redactsBody: Redaction;
  /** Parameters of query and path whose values must not be kept. */
  readonly hiddenNames: ReadonlySet<string>;
  /** True when a parameter of the path is one of `hiddenNames`. */
  readonly hidesPath: boolean;
  /** Of each caller, what its last request has in common with its next. */
  readonly profiles: WeakMap<Caller, RequestProfile>;
};

export function operationRoute(operation: AnyOperation): Route {
  const { id, http, path, query, body } = operation;
  const callable = callableOf(operation);
  return {
    id,
    gate: callable.gate,
    tally: newTally(),
    target: { kind: "operation", callable, method: http.method },
    template: BASE_PATH + http.path,
    pattern: http.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    pathNames: [...http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    redactsBody: redactionOf(body),
    hiddenNames: new Set([...FREE_TEXT, ...hiddenIn(path), ...hiddenIn(query)]),
    hidesPath: hiddenIn(path).length > 0,
    profiles: new WeakMap(),
  };
}

/** The interface that requests of the route come to. */
export function audienceOf(route: Route | undefined): Audience {
  return route?.target.kind === "protocol" ? route.target.protocol.audience : "api";
}

/** The route of a protocol; it takes any body. */
export function protocolRoute(protocol: ProtocolRoute): Route {
  const { gate, path } = protocol;
  return { ...bareRoute(gate.id, path), gate, target: { kind: "protocol", protocol } };
}

/** The route of what others deliver to the host root; nothing of a body is kept. */
export function deliveryRoute({ gate, path }: HostDelivery): Route {
  const target = { kind: "delivery" } as const;
  const template = path.replaceAll(/:(\w+)/g, "{$1}");
  return { ...bareRoute(gate.id, path), gate, target, template };
}

/** One route that stands for every document of the host root in logs and metrics. */
export function documentRoute(): Route {
  return { ...bareRoute("document", "/"), gate: documentGate(), target: { kind: "document" } };
}

function bareRoute(id: string, pattern: string): Omit<Route, "gate" | "target"> {
  const redactsBody = redactionOf(undefined);
  const hiddenNames = new Set(FREE_TEXT);
  return {
    id,
    tally: newTally(),
    pattern,
    template: BASE_PATH + pattern,
    pathNames: [],
    redactsBody,
    hiddenNames,
    hidesPath: false,
    profiles: new WeakMap(),
  };
}

function hiddenIn(schema: TObject | undefined): string[] {
  const fields = Object.entries(schema?.properties ?? {});
  return fields.filter(([, field]) => isHidden(field)).map(([name]) => name);
}
