/** The log of requests as main opens it: what it tells the operator, each thing once. */
import type { Logger } from "pino";
import { RequestStore, type RequestStoreParts } from "../request_log/store.ts";

export type OpenedParts = Pick<RequestStoreParts, "path" | "bytesMax" | "disk" | "onRemoved"> & {
  logger: Pick<Logger, "error" | "warn" | "info">;
};

export function openRequestStore({ logger, ...parts }: OpenedParts): RequestStore {
  const store = new RequestStore({
    ...parts,
    nowMs: Date.now,
    onFault: (err) => logger.error({ err }, "requests could not be logged"),
    onPause: (why) => {
      logger.warn({ why }, "the developer log takes no requests; its metric counts them");
    },
    onResume: (lost) => logger.warn(lost, "the developer log takes requests again"),
  });
  store.openRecent();
  return store;
}
