/** An address of the host root to which others deliver: what it takes, and who takes it. */
import type { Gate } from "../access/gate.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";

export type HostDelivery = {
  /** The id is the route's name in logs, metrics and refusals. */
  gate: Gate;
  /** The path on the host root, with one parameter: the name. */
  path: string;
  bodyBytesMax: number;
  /** The headers that are handed over, in small letters. */
  headers: readonly string[];
  /** Resolves with why it is not taken; undefined: it is, which is answered with 200. */
  take(delivered: Delivered): Promise<Refusal | undefined>;
};

export type Delivered = {
  name: string;
  /** By name; "" for a header that is absent. */
  headers: Readonly<Record<string, string>>;
  /** As it was sent; a copy. */
  body: Uint8Array;
};
