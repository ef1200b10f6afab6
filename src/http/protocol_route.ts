/**
 * A protocol with a path of its own, such as GraphQL: it has the same framing, body limit and
 * admission as the operations, and decides itself what a request may hold and costs.
 */
import type { Gate } from "../access/gate.ts";
import type { Audience } from "../access/people_table.ts";
import type { ProtocolCall } from "../calls/call.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";

/** What a request is refused with before anybody looks at its credential. */
export type EarlyRefusal = { status: number; contentType: string; body: string } & Pick<
  Refusal,
  "code"
>;

export type ProtocolRoute = {
  /** Which tokens are taken: those that were granted for this interface. */
  audience: Audience;
  /** What the admission checks. The gate's id is the protocol's name in logs and metrics. */
  gate: Gate;
  /** The path below the base path. Only POST is taken; any other method gets 405. */
  path: string;
  /** What a client of another method is told. */
  onlyPost: string;
  /** Names of headers, in small letters, that the protocol reads itself. */
  headers?: readonly string[];
  /**
   * The document about the resource that a client which is refused with 401 reads first, where it is
   * not that of the operations, and the scopes that it should ask for.
   */
  challenge?: { metadataPath: string; scope: string };
  /** Looks at the headers before the credential is looked at. */
  refusalOf?(call: ProtocolCall): EarlyRefusal | undefined;
  /** Ends what is under way and would not end by itself, because the edge closes. */
  close?(): void;
  /**
   * Takes one admitted call and answers it, at once or later. The call's address has paid from the
   * discovery budget, its credential has not paid yet.
   */
  answer(call: ProtocolCall, body: string): void;
};
