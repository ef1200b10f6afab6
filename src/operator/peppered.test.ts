/** How old the digests of what a person has begun are, and until when they are looked at. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeDocument } from "../contract/tables/table.ts";
import { PLATFORM_TABLE } from "../features/table_codes.ts";
import { type PasswordResetDocument, SHARED_WITHIN_MS } from "../features/user/pending_document.ts";
import { PEPPERED } from "./peppered.ts";

const BEGAN_MS = 1_000_000;
const BEGUN: PasswordResetDocument = {
  realm: 1,
  resetId: "rst_1",
  userId: "usr_1",
  salt: "salt",
  codeDigest: "a".repeat(64),
  requester: "b".repeat(32),
  attemptsLeft: 5,
  attemptsOfOthers: 3,
  wrongCodes: 0,
  codeExpiresAtMs: 1_600_000,
  beganAtMs: BEGAN_MS,
};

function timesOf(document: PasswordResetDocument) {
  const kind = PEPPERED.find(({ table }) => table === PLATFORM_TABLE.passwordReset);
  assert.ok(kind !== undefined);
  const { madeAtMs, endsAtMs } = kind.digestOf(encodeDocument(document));
  return [madeAtMs, endsAtMs];
}

test("peppered: the code of a mail of before, a code that was taken -> as old as the mail; as long as who asked is compared", () => {
  const { codeExpiresAtMs } = BEGUN;
  assert.deepEqual(timesOf(BEGUN), [BEGAN_MS, codeExpiresAtMs]);
  const shared = timesOf({ ...BEGUN, isShared: true });
  assert.deepEqual(shared, [BEGAN_MS - SHARED_WITHIN_MS, codeExpiresAtMs]);
  assert.deepEqual(timesOf({ ...BEGUN, codeDigest: "" }), [BEGAN_MS, codeExpiresAtMs]);
  const { requester: _, ...before } = BEGUN;
  assert.deepEqual(timesOf({ ...before, codeDigest: "" }), [BEGAN_MS, 0]);
});
