/** What a provider is asked for in the loop that kills either side, and what must hold of it at the end. */
import type { Client } from "../support/client.ts";
import type { ProviderProcess } from "../support/provider.ts";
import type { Credentials, Server } from "../support/server.ts";
import type { ProviderLoad, Sent } from "./provider_load.ts";

/** Everything has its final answer, both sides serve, and nothing goes wrong any more. */
export type WorkEnd<S extends Sent = Sent> = {
  load: ProviderLoad<S>;
  bookPath: string;
  provider: ProviderProcess;
  server: Server;
  /** So much time passes at once; nothing does where both sides have the clock of the system. */
  pass(ms: number): void;
};

export type ProviderWork<S extends Sent = Sent> = {
  /** The flags of `provider set`, but the address. */
  provider: { name: string; kind: string; "payee-checks"?: string };
  /** What the provider is told to do wrong meanwhile. */
  faults: readonly string[];
  /** Flags of the provider, chosen anew at each of its starts. */
  flags(random: (limit: number) => number): readonly string[];
  /** Flags of a last start before the end is looked at; absent: there is none. */
  lastFlags?: readonly string[];
  /** True: nobody sends the requests again, so the provider is asked again after minutes and hours, and both sides have a clock of the loop. */
  isAskedInTime?: true;
  /** Kinds of differences that the comparison of the operator may name at the end; absent: none. */
  mayName?: readonly string[];
  /** Makes the Product that runs what is tried; absent: one that runs no program. Returns its credentials of live. */
  product?(server: Server): Promise<Credentials>;
  /** Makes what the requests need, before anything is killed. */
  prepare(server: Server, client: Client): Promise<void>;
  /** Sends requests one after another until the load stops, and then the last one has its final answer. */
  runLane(load: ProviderLoad<S>): Promise<void>;
  /** Waits until both sides know everything; rejects where a book, an outcome or money is not as it must be. */
  check(end: WorkEnd<S>): Promise<void>;
};
