/**
 * GraphQL: three queries, run compiled by the server, by the server with graphql-js alone (parse,
 * validate, execute for each request), and by Fastify and mercurius with its compiler on, over the
 * same data in maps. Before the rounds all three must give the same answers.
 */
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { operations } from "../../src/features/registry.ts";
import { schemaText } from "../../src/graphql/schema.ts";
import { built } from "../built.ts";
import { forkWith } from "../child.ts";
import type { PeerAnswer, PeerOptions } from "../graphql/mercurius.ts";
import {
  balanceQuery,
  customerQuery,
  type Holdings,
  rootsQuery,
  seedHoldings,
} from "../graphql/queries.ts";
import { loadTurn, type Target } from "../load.ts";
import type { Opened, Row, Settings, Side } from "../row.ts";
import { newDirectory, type RunningServer, startServerOn } from "../server.ts";

/**
 * With more connections requests would wait for one thread, and the figures would measure that wait.
 */
const CONNECTIONS_MAX = 32;
const FLAGS = ["--edges", "1", "--limit-discovery", "0"];

type Query = {
  name: string;
  title: string;
  bodyOf: (holdings: Holdings) => string;
  large: boolean;
};

const QUERIES: readonly Query[] = [
  { name: "gql_balance", title: "GraphQL, one balance", bodyOf: balanceQuery, large: false },
  { name: "gql_roots", title: "GraphQL, 20 root fields", bodyOf: rootsQuery, large: true },
  {
    name: "gql_customer",
    title: "GraphQL, a customer with 50 accounts and 100 transfers",
    bodyOf: customerQuery,
    large: true,
  },
];

export const graphqlRows: readonly Row[] = QUERIES.map(rowOf);

function rowOf({ name, title, bodyOf, large }: Query): Row {
  const text = "times as many queries as graphql-js";
  return {
    name,
    title,
    pairs: 3,
    seconds: 3,
    warmUpSeconds: 2,
    figures: [
      { name: "ratio", text, digits: 1, ...(large && { asked: { atLeast: 3 } }) },
      { name: "peerRatio", text: "times as many as mercurius", digits: 1, asked: { atLeast: 1 } },
      { name: "perSecond", text: "queries per second", digits: 0 },
      { name: "p99Ms", text: "p99, ms", digits: 1 },
      { name: "p999Ms", text: "p99.9, ms", digits: 1 },
      { name: "peerP99Ms", text: "mercurius, p99, ms", digits: 1 },
      { name: "peerP999Ms", text: "mercurius, p99.9, ms", digits: 1 },
    ],
    open: (settings) => open(settings, bodyOf),
    derive: (of) => ({
      ratio: of("compiled", "perSecond") / of("graphql-js", "perSecond"),
      peerRatio: of("compiled", "perSecond") / of("mercurius", "perSecond"),
      perSecond: of("compiled", "perSecond"),
      p99Ms: of("compiled", "p99Ms"),
      p999Ms: of("compiled", "p999Ms"),
      peerP99Ms: of("mercurius", "p99Ms"),
      peerP999Ms: of("mercurius", "p999Ms"),
    }),
  };
}

/** Two servers on copies of one data directory, and the peer. */
async function open(settings: Settings, bodyOf: Query["bodyOf"]): Promise<Opened> {
  const { generator } = settings;
  const connections = Math.min(settings.connections, CONNECTIONS_MAX);
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  const start = async (path: string, compiler: "on" | "off"): Promise<RunningServer> => {
    const server = await startServerOn(path, [...FLAGS, "--graphql-compiler", compiler]);
    stops.push(server.stop);
    return server;
  };
  try {
    const first = await newDirectory(settings.scratch, "data");
    const second = await newDirectory(settings.scratch, "data");
    stops.push(first.remove, second.remove);
    const seeding = await start(first.path, "on");
    const holdings = await seedHoldings(seeding);
    await seeding.stop();
    await cp(first.path, second.path, { recursive: true });
    const { apiKey } = seeding.demo;
    const body = bodyOf(holdings);
    const schema = schemaText(operations);
    const peer: PeerOptions = { apiKey, schema, holdings };
    const file = await built("bench/graphql/mercurius.ts");
    const execArgv = ["--enable-source-maps"];
    const { answer, stop } = await forkWith<PeerAnswer>(file, peer, { execArgv });
    stops.push(stop);
    const compiled = await start(first.path, "on");
    const plain = await start(second.path, "off");
    const ports = { compiled: compiled.port, "graphql-js": plain.port, mercurius: answer.port };
    const [ours, ...others] = await Promise.all(
      Object.values(ports).map((port) => answerOf(port, apiKey, body)),
    );
    for (const other of others) assert.deepEqual(other, ours, "all sides answer the same");
    const sides = Object.entries(ports).map(([name, port]): Side => {
      const target: Target = { port, groups: [{ apiKey, accountIds: [] }], kind: "graphql", body };
      return {
        name,
        turn: (seconds) => loadTurn(generator, target, { connections, seconds }),
      };
    });
    return { sides, notes: [noteOf(connections)], check: async () => undefined, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function noteOf(connections: number): string {
  return (
    `${connections} connections, one edge; nothing is written meanwhile, so the edge has read each ` +
    "thing before; mercurius in one process, its data in maps, without limits and budgets"
  );
}

async function answerOf(port: number, apiKey: string, body: string): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body,
  });
  const { data, errors } = (await reply.json()) as { data?: unknown; errors?: unknown };
  assert.equal(errors, undefined);
  return data;
}
