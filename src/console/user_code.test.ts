/** The code of a program, as people type it: what is one, and how it is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { devicePath, USER_CODE_PATTERN, userCodeIn } from "./browser/user_code.ts";

const CODES: readonly (readonly [typed: string, shown: string | undefined])[] = [
  ["WDJB-MJHT", "WDJB-MJHT"],
  ["wdjbmjht", "WDJB-MJHT"],
  [" WdJb - mjHT ", "WDJB-MJHT"],
  ["BCDFGHJK", "BCDF-GHJK"],
  ["LMNPQRST", "LMNP-QRST"],
  ["VWXZVWXZ", "VWXZ-VWXZ"],
  ["WDJB-MJH", undefined],
  ["WDJB-MJHTT", undefined],
  ["WDJA-MJHT", undefined],
  ["WDJY-MJHT", undefined],
  ["1234-5678", undefined],
  ["//evil.example", undefined],
  ["", undefined],
];

for (const [typed, shown] of CODES) {
  test(`user code: ${JSON.stringify(typed)} -> ${shown ?? "none"}, as the field's pattern says`, () => {
    assert.equal(userCodeIn(typed), shown);
    assert.equal(new RegExp(`^(?:${USER_CODE_PATTERN})$`, "v").test(typed), shown !== undefined);
  });
}

test("user code: none, and one in an address -> the path of the page", () => {
  assert.equal(userCodeIn(null), undefined);
  assert.equal(devicePath(undefined), "/console/device");
  assert.equal(devicePath("WDJB-MJHT"), "/console/device?user_code=WDJB-MJHT");
});
