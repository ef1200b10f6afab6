/** The program of the thread that helps a shard to sum a large state at its start. */
import { workerData } from "node:worker_threads";
import { sumParts } from "../shard/shared_sum.ts";
import type { SummingData } from "../threads/summing_thread.ts";

const { path, walk } = workerData as SummingData;
sumParts(path, walk);
