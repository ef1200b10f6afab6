/** For tests: what the bytes of a record were before version 2, which is all that is written now. */
import { invariant } from "../base/invariant.ts";
import { headEndOf, RECORD } from "./record_layout.ts";

/** Where the texts of version 1 begin, and its fixed part ends. */
const TEXTS = 64;

/** The record as version 1 wrote it. Its actor must be its principal: version 1 has no other. */
export function asVersion1(record: Buffer): Buffer {
  const flags = record[RECORD.flags] as number;
  invariant((flags & RECORD.hasActorId) === 0, "a record of version 1 has no actor of its own");
  const headEnd = headEndOf(record, 0);
  const fixed = Buffer.from(record.subarray(0, TEXTS));
  fixed[0] = 1;
  return Buffer.concat([
    fixed,
    record.subarray(RECORD.texts, headEnd),
    record.subarray(RECORD.cause, RECORD.cause + 1),
    record.subarray(headEnd),
  ]);
}
