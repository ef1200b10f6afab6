/** For tests: the bytes that version 1 wrote for a record. Only version 2 is written now. */
import { invariant } from "../../../src/base/invariant.ts";
import { headEndOf, RECORD } from "../../../src/contract/records/record_layout.ts";

/** Offset of the texts of version 1, where its fixed part ends. */
const TEXTS = 64;

/** The record as version 1 wrote it. Version 1 has no actor other than the principal. */
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
