/** Values sealed into memory that is used again, against values sealed one by one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../test/support/seeds.ts";
import { directoryOf, randomOf } from "../test/support/wal/sample.ts";
import { SealedRoom } from "./sealed_room.ts";
import { openStateStore } from "./state_store.ts";
import { CHECKED, checksumOf } from "./state_value.ts";

const LENGTHS = [0, 1, 150, 8_128, 70_000, 2 ** 20 - 4, 2 ** 20 - 3, 2 ** 20];

test("sealed room: any values, round after round -> each as `seal` makes it, and as a store reads it", async (t) => {
  const random = randomOf(seedOf(t));
  const store = openStateStore(directoryOf(t));
  const room = new SealedRoom();
  for (let round = 0; round < 5; round++) {
    room.empty();
    const values = Array.from({ length: 300 }, (_, at) => {
      const key = Buffer.from(`key ${at}`);
      const length = LENGTHS[random(random(20) === 0 ? LENGTHS.length : 4)] as number;
      return { key, value: Buffer.alloc(length, random(256)) };
    });
    const puts = values.map(({ key, value }) => {
      return [key, room.seal(key, value, checksumOf(key, value))] as const;
    });
    for (const [at, { key, value }] of values.entries()) {
      const alone = Buffer.alloc(value.length + CHECKED.sealBytes);
      CHECKED.seal(key, value, { room: alone, at: 0 });
      assert.ok(alone.equals(puts[at]?.[1] as Uint8Array));
    }
    await store.write({ puts, removes: [], areSealed: true });
    for (const { key, value } of values) assert.ok(value.equals(store.get(key) as Uint8Array));
  }
  await store.close();
});
