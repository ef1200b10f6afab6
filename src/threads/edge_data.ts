/** What the thread of an edge is started with. */
import type { MessagePort } from "node:worker_threads";
import type { DataDirectory } from "../data_directory.ts";
import { type Options, rateLimitsOf } from "../options.ts";
import type { ShardWiring } from "./shard_wiring.ts";
import type { EdgeThreadData } from "./worker_data.ts";

type Parts = { options: Options; directory: DataDirectory; port: number };
/** What the edges share, made once by main. */
type Shared = Pick<
  EdgeThreadData,
  "docsUrl" | "rateMemory" | "passingKeys" | "preparation" | "keys"
>;

/** `wirings`: of all shards. `hasRequestLog`: whether the log of requests is switched on. */
export function edgeData(
  { options, directory, port }: Parts,
  edge: number,
  wirings: readonly ShardWiring[],
  { hasRequestLog, ...shared }: Shared & { hasRequestLog: boolean },
): EdgeThreadData {
  const ownPort = (ports: readonly MessagePort[]) => ports[edge] as MessagePort;
  return {
    kind: "edge",
    edge,
    ...shared,
    host: options.host,
    port,
    logLevel: options.logLevel,
    shards: wirings.map(({ files, edgePorts }) => ({ ...files, port: ownPort(edgePorts) })),
    rateLimits: rateLimitsOf(options),
    trustedProxies: options.trustedProxies,
    connectionsMax: options.limitConnections,
    lastUseMs: options.lastUseSeconds * 1_000,
    ...(hasRequestLog && { requestLogPath: directory.requestLogPath }),
    graphqlCompiler: options.graphqlCompiler,
    readers: options.readers,
    spoolPath: directory.spoolPath,
  };
}
