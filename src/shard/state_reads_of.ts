/** What tables read of the state that was written last, from the store that the shard writes it into. */
import type { StateStore } from "../../wal/state_store.ts";
import type { StateReads } from "../contract/tables/state_reads.ts";
import { lookupKey, TABLE_KEY_AT, tableKey } from "../contract/tables/table.ts";

/** The greatest number of a realm in a key, and one more. */
const REALMS_END = 2 ** 32;

export function stateReadsOf(store: Pick<StateStore, "current">): StateReads {
  return {
    get(tableCode, realm, key) {
      const value = store.current().get(lookupKey(tableCode, realm, key));
      return value === undefined ? undefined : Uint8Array.from(value);
    },
    *under(tableCode, realm, prefix, after = "") {
      const below = behind(tableKey(tableCode, realm, prefix));
      const from = tableKey(tableCode, realm, after > prefix ? after : prefix);
      for (const [key, value] of store.current().ascend({ from, below })) {
        const text = textOf(key);
        if (text !== after || after === "") yield { key: text, value };
      }
    },
    *all(tableCode) {
      const from = tableKey(tableCode, 0, "");
      for (const [key, value] of store.current().ascend({ from, below: behindAll(tableCode) })) {
        yield { key: textOf(key), value, realm: realmOf(key) };
      }
    },
    nextRealm(tableCode, realm) {
      if (realm === REALMS_END) return undefined;
      const from = tableKey(tableCode, realm, "");
      for (const [key] of store.current().ascend({ from, below: behindAll(tableCode) })) {
        return realmOf(key);
      }
      return undefined;
    },
  };
}

function behindAll(tableCode: number): Uint8Array {
  return Uint8Array.of(tableCode + 1);
}

/** The smallest key behind all that begin with `prefix`. */
function behind(prefix: Uint8Array): Uint8Array {
  const end = Buffer.from(prefix);
  for (let at = end.length - 1; at >= 0; at--) {
    if (end[at] === 0xff) continue;
    end[at] = (end[at] as number) + 1;
    return end.subarray(0, at + 1);
  }
  throw new Error("a code of a table is below 255");
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("utf8", TABLE_KEY_AT);
}

function realmOf(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset).getUint32(1);
}
