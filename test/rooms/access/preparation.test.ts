/** The tools of preparations that seal and open texts. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sharePeppers } from "../../../src/access/peppers.ts";
import { preparationTools } from "../../../src/access/preparation.ts";
import { SealKeys } from "../../../src/access/seal_keys.ts";
import { memoryEntityKeys } from "../../world/entity_keys.ts";

function toolsOf() {
  const sealKeys = SealKeys.of([randomBytes(32)]).memory;
  const pepper = randomBytes(32);
  return preparationTools(
    {
      peppers: sharePeppers([pepper]).memory,
      sealKeys,
      ledgerShards: 1,
      identityLimit: 0,
      allowsLoopback: false,
      publicUrl: "http://127.0.0.1:8080",
    },
    memoryEntityKeys(),
  )(0);
}

test("preparation: a text that was sealed -> opens for its owner with the same keys, and else does not", () => {
  const [tools, others] = [toolsOf(), toolsOf()];
  // What is sealed has no spaces, so no chance can make the text in it.
  const sealed = tools.sealed("042 37", "ada@example.com");
  assert.doesNotMatch(sealed, /042 37/);
  assert.equal(tools.opened(sealed, "ada@example.com"), "042 37");
  assert.equal(tools.opened(sealed, "eve@example.com"), undefined);
  assert.equal(tools.opened(`${sealed}A`, "ada@example.com"), undefined);
  assert.equal(tools.opened("", "ada@example.com"), undefined);
  assert.equal(others.opened(sealed, "ada@example.com"), undefined);
});
