/** Tests of the secrets that the outbox keeps opened. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SealKeys } from "../access/seal_keys.ts";
import { openSealer, SealBroken } from "../access/sealer.ts";
import { OpenedSecrets } from "./opened_secrets.ts";

const SEALER = openSealer(SealKeys.of([new Uint8Array(32).fill(7)]));

/** A sealer that counts what it opens. */
function counting() {
  const counted = { opened: 0 };
  const open = (sealed: string, owner: string) => {
    counted.opened++;
    return SEALER.open(sealed, owner);
  };
  return { counted, sealer: { open } };
}

test("opened secrets: the same secret three times -> opened once", () => {
  const { counted, sealer } = counting();
  const secrets = new OpenedSecrets(sealer);
  const sealed = SEALER.seal("whsec_one", "whe_1");
  for (let time = 0; time < 3; time++) assert.equal(secrets.open(sealed, "whe_1"), "whsec_one");
  assert.equal(counted.opened, 1);
});

test("opened secrets: one that is open, asked for by another owner -> broken, as sealed", () => {
  const secrets = new OpenedSecrets(SEALER);
  const sealed = SEALER.seal("whsec_one", "whe_1");
  secrets.open(sealed, "whe_1");
  assert.throws(() => secrets.open(sealed, "whe_2"), SealBroken);
});

test("opened secrets: more than are kept -> each is right, and memory stays bounded", () => {
  const { counted, sealer } = counting();
  const secrets = new OpenedSecrets(sealer, 2);
  const sealed = ["a", "b", "c"].map((text) => SEALER.seal(text, "whe_1"));
  const all = () => sealed.map((one) => secrets.open(one, "whe_1"));
  assert.deepEqual(all(), ["a", "b", "c"]);
  assert.deepEqual(all(), ["a", "b", "c"]);
  assert.ok(counted.opened > 3, "the first ones were opened anew");
});
