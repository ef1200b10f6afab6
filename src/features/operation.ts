/** Declaring a write of this platform: `declareWrite` with the shard's state fixed, once. */
import { declareWrite } from "../contract/operation.ts";
import type { ShardState } from "./shard_state.ts";

export const write = declareWrite<ShardState>();
