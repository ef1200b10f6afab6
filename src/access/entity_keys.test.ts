/** Keys of entities: what they seal and open, whose they are, and what is left when one is destroyed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import {
  entityKeysIn,
  type HeldKey,
  rewrapped,
  unwrapped,
  WRAPPED_KEY_BYTES,
  wrapped,
} from "./entity_keys.ts";
import { openEntitySealer } from "./entity_sealer.ts";
import { SealKeys } from "./seal_keys.ts";

const [OLD, NEW] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const [ADA, EVE] = ["ent_ada", "ent_eve"];

/** A store in memory, and the keys in it. */
function storeOf(seal = SealKeys.of([OLD])) {
  const held = new Map<string, HeldKey>();
  const read = (entityId: string): HeldKey => held.get(entityId) ?? { kind: "none" };
  const make = (entityId: string, newValue: () => Uint8Array): HeldKey => {
    if (!held.has(entityId)) held.set(entityId, { kind: "value", value: newValue() });
    return read(entityId);
  };
  const keys = entityKeysIn(() => ({ read, make }), seal);
  return { held, keys, sealer: openEntitySealer(keys) };
}

test("entity keys: any text and bytes -> open for their entity and name alone", async () => {
  const { sealer } = storeOf();
  const own = await sealer.sealing(ADA);
  await sealer.sealing(EVE);
  assert.ok(own !== undefined);
  const values = fc.tuple(fc.string({ unit: "grapheme" }), fc.uint8Array());
  fc.assert(
    fc.property(values, ([text, bytes]) => {
      const sealed = own.sealed("birthDate", text);
      assert.equal(sealer.opened(sealed, ADA, "birthDate"), text);
      assert.equal(sealer.opened(sealed, ADA, "address"), undefined);
      assert.equal(sealer.opened(sealed, EVE, "birthDate"), undefined);
      const file = own.sealedBytes("page", bytes);
      assert.deepEqual(
        Buffer.from(sealer.openedBytes(file, ADA, "page") ?? []),
        Buffer.from(bytes),
      );
      assert.equal(sealer.openedBytes(file, EVE, "page"), undefined);
      file[file.length - 1] = (file.at(-1) ?? 0) ^ 1;
      assert.equal(sealer.openedBytes(file, ADA, "page"), undefined);
    }),
  );
  assert.match(own.sealed("birthDate", "1815-12-10"), /^v1\.[0-9a-f]{16}\.[\w-]{22}\.[\w-]+$/);
  assert.notEqual(own.sealed("birthDate", "x"), own.sealed("birthDate", "x"));
});

test("entity keys: digests -> equal for one entity and text, and else not", async () => {
  const { sealer } = storeOf();
  const [ada, again, eve] = await Promise.all([ADA, ADA, EVE].map(sealer.sealing));
  assert.match(ada?.digest("x") ?? "", /^[0-9a-f]{32}$/);
  assert.equal(ada?.digest("x"), again?.digest("x"));
  assert.notEqual(ada?.digest("x"), ada?.digest("y"));
  assert.notEqual(ada?.digest("x"), eve?.digest("x"));
});

test("entity keys: destroyed -> nothing opens and nothing is sealed any more", async () => {
  const { held, sealer } = storeOf();
  const sealed = (await sealer.sealing(ADA))?.sealed("birthDate", "1815-12-10") ?? "";
  held.set(ADA, { kind: "erased" });
  assert.equal(sealer.opened(sealed, ADA, "birthDate"), undefined);
  assert.equal(await sealer.sealing(ADA), undefined);
});

test("entity keys: texts that are none, or of nobody -> do not open, and make no key", () => {
  const { held, sealer } = storeOf();
  for (const text of ["", "v1.x", `v1.${"0".repeat(16)}.${"A".repeat(22)}.${"A".repeat(60)}`]) {
    assert.equal(sealer.opened(text, ADA, "birthDate"), undefined);
  }
  assert.equal(sealer.openedBytes(Buffer.alloc(9), ADA, "page"), undefined);
  assert.equal(held.size, 0);
});

test("entity keys: wrapped anew under another seal key -> the same key, without the old one", () => {
  const key = Buffer.alloc(32, 7);
  const value = wrapped(key, ADA, SealKeys.of([OLD]).current);
  assert.equal(value.length, WRAPPED_KEY_BYTES);
  assert.ok(!Buffer.from(value).includes(key.subarray(0, 8)));
  const after = rewrapped(value, ADA, SealKeys.of([NEW, OLD]));
  assert.deepEqual(unwrapped(after, ADA, SealKeys.of([NEW]).all), key);
  assert.throws(
    () => unwrapped(value, ADA, SealKeys.of([NEW]).all),
    /ent_ada is under .*not in seal/,
  );
});

test("entity keys: a wrapped key changed in any byte, or given to another -> an error that names the entity", () => {
  const seal = SealKeys.of([OLD]);
  const value = wrapped(Buffer.alloc(32, 7), ADA, seal.current);
  for (let at = 0; at < value.length; at++) {
    const changed = Uint8Array.from(value);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => unwrapped(changed, ADA, seal.all), /ent_ada/);
  }
  assert.throws(
    () => unwrapped(value, EVE, seal.all),
    /ent_eve was changed, or is that of another/,
  );
});
