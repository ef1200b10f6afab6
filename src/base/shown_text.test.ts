/** What messages repeat of names that a caller sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownPath } from "./shown_text.ts";

const HIDDEN = "(a name that is not shown)";
const NAMES: [(string | number)[], string][] = [
  [["amount"], "amount"],
  [["items", 0, "amount"], "items[0].amount"],
  [["password"], "password"],
  [["currentPassword"], "currentPassword"],
  [["newPassword"], "newPassword"],
  [["owner", "password"], "owner.password"],
  [["password1"], HIDDEN],
  [["my password is hunter2"], HIDDEN],
  [["passw0rd"], HIDDEN],
  [["service_live_abc"], HIDDEN],
  [["a", "secret"], `a.${HIDDEN}`],
];
for (const [fields, shown] of NAMES) {
  test(`shown path: ${fields.join(" ")} -> ${shown}`, () => assert.equal(shownPath(fields), shown));
}
