/** The aspect `needs` of a read: what it needs beside the snapshot, which is asked for before it runs. */

/** Absent: a read needs the snapshot alone. A read cannot need both. */
export type ReadNeeds<I> =
  | {
      /** The idempotency key whose record `context.located` names, found by the shard's table. */
      recordOf(input: I): string;
      requestLog?: never;
    }
  | {
      /**
       * True when the read needs the log of requests: it then waits until that log shows every request that ended
       * before. A stream does not wait: it is read every so often, because the log of requests moves without the
       * shard.
       */
      requestLog(input: I): boolean;
      recordOf?: never;
    };
