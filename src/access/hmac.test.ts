/** HMAC-SHA256 by one-shot hashes against the plain twin, and a case of the standard. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { hmacSha256 } from "./hmac.ts";

test("hmac: any key and messages -> what createHmac gives", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(bytes, fc.array(bytes, { minLength: 1, maxLength: 3 }), (key, messages) => {
      const hmac = hmacSha256(key);
      for (const message of messages) {
        const plain = createHmac("sha256", key).update(message).digest("hex");
        assert.equal(hmac(message).toString("hex"), plain);
      }
    }),
  );
});

test("hmac: test case 2 of RFC 4231 -> the hash that it prints", () => {
  const hmac = hmacSha256(Buffer.from("Jefe"));
  assert.equal(
    hmac(Buffer.from("what do ya want for nothing?")).toString("hex"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});
