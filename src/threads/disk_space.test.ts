/** When the disk is said to be full, when it is said to have space again, and how often. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Disk, hasRoomAhead, reserveOf } from "./disk_space.ts";

const MIB = 2 ** 20;

function open(freeBytes: number, reserveMb?: number) {
  const space = { freeBytes, sizeBytes: 400 * MIB };
  const said: string[] = [];
  const looks: boolean[] = [];
  let now = 0;
  const say = (_: object, text: string) => said.push(text);
  const disk = new Disk({
    path: "/data",
    reserveMb,
    logger: { error: say, warn: say, info: say } as never,
    nowMs: () => now,
    onLook: (hasRoom) => looks.push(hasRoom),
    spaceOf: () => ({ ...space }),
  });
  disk.close();
  const look = (free: number) => {
    space.freeBytes = free;
    now += 1_000;
    disk.look();
    return looks.at(-1);
  };
  return { disk, said, look };
}

test("disk: a quarter of it, at most 1 GiB, or what was asked for -> the reserve", () => {
  assert.equal(reserveOf(400 * MIB, undefined), 100 * MIB);
  assert.equal(reserveOf(2 ** 40, undefined), 2 ** 30);
  assert.equal(reserveOf(2 ** 40, 7), 7 * MIB);
  assert.equal(reserveOf(2 ** 40, 0), 0);
});

test("disk: just enough, one byte less, a little more, enough again -> each said once", async () => {
  const { disk, said, look } = open(400 * MIB);
  assert.equal(look(25 * MIB), true);
  assert.equal(said.length, 0);
  assert.equal(look(25 * MIB - 1), false);
  const room = disk.whenRoom();
  for (let at = 0; at < 100; at++) assert.equal(look(26 * MIB), false);
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /not ready.* bytes free and writes need 26214400: make space/);
  assert.equal(look(32 * MIB), true);
  await room;
  assert.equal(said.length, 2);
});

test("disk: full at the start -> said once, and the start waits", async () => {
  const { disk, said, look } = open(0);
  assert.deepEqual([disk.hasRoom, said.length], [false, 1]);
  let isOver = false;
  const room = disk.whenRoom().then(() => {
    isOver = true;
  });
  look(0);
  await Promise.resolve();
  assert.equal(isOver, false);
  look(400 * MIB);
  await room;
});

test("disk: full, without a reserve -> writes are tried", () => {
  assert.equal(open(0, 0).disk.hasRoom, true);
});

test("disk: space that nobody needs yet -> only above the reserve, or above 64 MiB", () => {
  for (const [reserveBytes, kept] of [
    [100 * MIB, 100 * MIB],
    [0, 64 * MIB],
  ] as const) {
    let freeBytes = kept + 10;
    const hasRoom = hasRoomAhead({ path: "/data", reserveBytes }, () => ({
      freeBytes,
      sizeBytes: 400 * MIB,
    }));
    assert.equal(hasRoom(10), true);
    assert.equal(hasRoom(11), false);
    freeBytes--;
    assert.equal(hasRoom(10), false);
  }
});
