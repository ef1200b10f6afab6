/** Cursors: resume exactly the walk that made them, refuse everything else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CURSOR_LENGTH_MAX,
  CURSORS_TAKEN_MS,
  createCursorCodec,
  cursorKeyTexts,
  openCursorCodec,
  POSITION_BYTES_MAX,
  shareCursorKeys,
  type Walk,
} from "./cursor.ts";

const SECRET = new Uint8Array(32).fill(3);
const WALK: Walk = {
  operation: "transfer.list",
  owner: "prod_1",
  environment: "sandbox",
  realm: 1,
};
const FILTERS = { status: "posted", accountId: "acct_1" };
const CODEC = createCursorCodec(SECRET).forWalk(WALK);

const POSITIONS = ["", "0", "01ABC~7", "ünïcödé ✓", "\n", "x".repeat(POSITION_BYTES_MAX)];
for (const position of POSITIONS) {
  test(`cursor: position ${JSON.stringify(position.slice(0, 12))} -> comes back`, () => {
    const cursor = CODEC.encode(FILTERS, position);
    assert.match(cursor, /^[A-Za-z0-9_-]+$/);
    assert.ok(cursor.length <= CURSOR_LENGTH_MAX);
    assert.equal(CODEC.decode(FILTERS, cursor), position);
  });
}

test("cursor: keys of the filters in another order, an absent one undefined -> the same walk", () => {
  const cursor = CODEC.encode(FILTERS, "p");
  const same = { accountId: "acct_1", status: "posted", from: undefined };
  assert.equal(CODEC.decode(same, cursor), "p");
});

test("cursor: another codec with the same secret -> opens, as after a restart", () => {
  const other = createCursorCodec(Uint8Array.from(SECRET)).forWalk({ ...WALK });
  assert.equal(other.decode(FILTERS, CODEC.encode(FILTERS, "p")), "p");
});

test("cursor: a position one byte too long -> invariant, at the limit the longest cursor", () => {
  assert.throws(() => CODEC.encode(FILTERS, "x".repeat(POSITION_BYTES_MAX + 1)), /fits a cursor/);
  const longest = CODEC.encode(FILTERS, "x".repeat(POSITION_BYTES_MAX));
  assert.equal(longest.length, CURSOR_LENGTH_MAX);
});

test("cursor secret: 31 bytes -> invariant; 32 -> works", () => {
  assert.throws(() => createCursorCodec(new Uint8Array(31)), /32 bytes/);
  createCursorCodec(new Uint8Array(32));
});

const codecOf = (walk: Partial<Walk>, secret = SECRET) =>
  createCursorCodec(secret).forWalk({ ...WALK, ...walk });
const FOREIGN: [string, ReturnType<typeof codecOf>, unknown][] = [
  ["another operation", codecOf({ operation: "account.list" }), FILTERS],
  ["another Product", codecOf({ owner: "prod_2" }), FILTERS],
  ["another environment", codecOf({ environment: "live" }), FILTERS],
  ["another realm, as after a reset of the sandbox", codecOf({ realm: 2 }), FILTERS],
  ["another secret", codecOf({}, new Uint8Array(32).fill(4)), FILTERS],
  ["another filter value", CODEC, { ...FILTERS, status: "pending" }],
  ["a filter more", CODEC, { ...FILTERS, from: "2025-01-01" }],
  ["a filter less", CODEC, { accountId: "acct_1" }],
  ["no filters", CODEC, {}],
  [
    "the boundary of operation and Product moved",
    codecOf({ operation: "transfer.listprod", owner: "_1" }),
    FILTERS,
  ],
];
for (const [what, codec, filters] of FOREIGN) {
  test(`cursor: ${what} -> refused`, () => {
    assert.equal(codec.decode(filters, CODEC.encode(FILTERS, "01ABC~7")), undefined);
  });
}

test("cursor: any one bit flipped -> refused", () => {
  const bytes = Buffer.from(CODEC.encode(FILTERS, "01ABC~7"), "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const altered = Buffer.from(bytes);
    altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.equal(CODEC.decode(FILTERS, altered.toString("base64url")), undefined);
  }
});

test("cursor: any part cut off or anything added -> refused", () => {
  const cursor = CODEC.encode(FILTERS, "01ABC~7");
  for (let length = 0; length < cursor.length; length++) {
    assert.equal(CODEC.decode(FILTERS, cursor.slice(0, length)), undefined);
    assert.equal(CODEC.decode(FILTERS, cursor.slice(cursor.length - length)), undefined);
  }
  for (const more of ["A", "=", "==", " ", "\n", "!", "AAAA"]) {
    assert.equal(CODEC.decode(FILTERS, cursor + more), undefined);
    assert.equal(CODEC.decode(FILTERS, more + cursor), undefined);
  }
});

test("cursor: the same bytes in plain base64 -> refused, one cursor has one text", () => {
  const texts = Array.from({ length: 64 }, (_, at) => CODEC.encode(FILTERS, `position ${at}`));
  const cursor = texts.find((text) => /[-_]/.test(text)) as string;
  const plain = cursor.replaceAll("-", "+").replaceAll("_", "/");
  assert.equal(CODEC.decode(FILTERS, plain), undefined);
});

test("cursor: longer than 512 characters -> refused", () => {
  assert.equal(CODEC.decode(FILTERS, "A".repeat(CURSOR_LENGTH_MAX + 1)), undefined);
  assert.equal(CODEC.decode(FILTERS, "A".repeat(CURSOR_LENGTH_MAX)), undefined);
});

test("cursor: under a secret of before -> taken for 24 hours, then refused", () => {
  const endedMs = 1_000;
  let nowMs = 0;
  const takenUntilMs = Number.POSITIVE_INFINITY;
  const shared = shareCursorKeys([{ secret: SECRET, takenUntilMs }]);
  const codec = openCursorCodec(shared.memory, () => nowMs).forWalk(WALK);
  const old = codec.encode(FILTERS, "p");
  const keys = [
    { secret: new Uint8Array(32).fill(4), takenUntilMs },
    { secret: SECRET, takenUntilMs: endedMs + CURSORS_TAKEN_MS },
  ];
  shared.write(() => cursorKeyTexts(keys));
  const fresh = codec.encode(FILTERS, "p");
  assert.notEqual(fresh, old);
  for (const [atMs, taken] of [
    [endedMs, "p"],
    [endedMs + CURSORS_TAKEN_MS - 1, "p"],
    [endedMs + CURSORS_TAKEN_MS, undefined],
  ] as const) {
    nowMs = atMs;
    assert.deepEqual([codec.decode(FILTERS, old), codec.decode(FILTERS, fresh)], [taken, "p"]);
  }
});
