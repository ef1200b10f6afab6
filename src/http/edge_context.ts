/** What the requests of one edge share, as far as one request needs it. */
import type { ClientAddress } from "../access/client_address.ts";
import type { Calls } from "../calls/calls.ts";
import type { RequestRecorder } from "../contract/request_log.ts";
import type { RequestIds } from "./request_ids.ts";
import type { RequestLog } from "./request_log.ts";
import type { Tally } from "./tally.ts";

export interface EdgeContext {
  readonly calls: Calls;
  readonly ids: RequestIds;
  readonly log: RequestLog;
  /** The log of requests; absent where it is switched off. */
  readonly recorder: RequestRecorder | undefined;
  readonly clientAddress: ClientAddress;
  /** Address of the pages that explain the codes. */
  readonly docsUrl: string;
  /** Counts of requests that match no route. */
  readonly unmatched: Tally;
  /** Requests whose body is not complete: slow senders are let go after a while. */
  readonly receiving: Set<{ giveUpIfLate(): void }>;
  underWay: number;
  /** Those of them that ask for a document: a scrape of the metrics is one itself. */
  documentsUnderWay: number;
  /** False until every shard has replayed: until then operations are refused, not misled. */
  readonly ready: boolean;
  /** The edge closes: each connection ends with its answer. */
  readonly draining: boolean;
}
