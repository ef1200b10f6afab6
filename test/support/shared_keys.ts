/** For tests: the keys that threads which read are given, fixed ones. */
import { openCursorCodec, shareCursorKeys } from "../../src/access/cursor.ts";
import { openSaltSecrets, shareSaltSecrets } from "../../src/contract/records/record_leaf.ts";

const CURSOR_KEY = { secret: Buffer.alloc(32, 1), takenUntilMs: Number.POSITIVE_INFINITY };

/** The memory of the keys. */
export const READER_KEYS = {
  cursors: shareCursorKeys([CURSOR_KEY]).memory,
  salts: shareSaltSecrets([{ secret: new Uint8Array(32) }], 1).memory,
};
export const TEST_SALTS = openSaltSecrets(READER_KEYS.salts);
export const TEST_CURSORS = openCursorCodec(READER_KEYS.cursors, Date.now);
