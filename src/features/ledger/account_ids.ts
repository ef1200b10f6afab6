/** Finds the ids of accounts by the ordinals that rows hold; for reads. */
import { copyText, newView } from "../../base/byte_view.ts";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** Most ids that are kept for one snapshot object, about 100 bytes each; a full map is cleared. */
const KEPT_MAX = 16_384;

/** Returns the account id of an ordinal. */
export type AccountIdOf = (ordinal: number) => string;

const PREFIX = "acct_";
const decoder = new TextDecoder();
/** An ordinal always names the same account, so a cached id stays valid when the snapshot moves. */
const KNOWN: MemoryKey<Map<number, string>> = {};

/** Looks up ordinals in `snapshot`; keeps the results while the snapshot object lives. */
export function accountIdsOf(snapshot: Snapshot): AccountIdOf {
  const known = snapshot.memory.lasting(KNOWN, () => new Map<number, string>());
  return (ordinal) => {
    const cached = known.get(ordinal);
    if (cached !== undefined) return cached;
    const suffix = snapshot.get(LEDGER_TABLE.accountOrdinal, 0, numberKey(ordinal));
    invariant(suffix !== undefined, "an account that a row names has its ordinal stored");
    const accountId = `${PREFIX}${decoder.decode(suffix)}`;
    if (known.size === KEPT_MAX) known.clear();
    known.set(ordinal, accountId);
    return accountId;
  };
}

/** Ids that are kept as bytes for one snapshot object: 276 KiB. */
const SLOTS = 8_192;
const NO_ORDINAL = -1;
const SLOTS_KEY: MemoryKey<AccountIdBytes> = {};

/** The ids as bytes; an ordinal has one slot, which another ordinal may take over. */
export function accountIdBytesOf(snapshot: Snapshot): AccountIdBytes {
  return snapshot.memory.lasting(SLOTS_KEY, () => new AccountIdBytes(accountIdsOf(snapshot)));
}

class AccountIdBytes {
  readonly #accountIdOf: AccountIdOf;
  readonly #ordinals = new Float64Array(SLOTS).fill(NO_ORDINAL);
  readonly #bytes = Buffer.alloc(SLOTS * ID_SUFFIX_LENGTH);
  readonly #view = newView(this.#bytes);

  constructor(accountIdOf: AccountIdOf) {
    this.#accountIdOf = accountIdOf;
  }

  /** Writes the suffix of the account's id. */
  writeSuffix(into: DataView, at: number, ordinal: number): void {
    const slot = ordinal % SLOTS;
    const from = slot * ID_SUFFIX_LENGTH;
    if (this.#ordinals[slot] !== ordinal) {
      this.#bytes.write(this.#accountIdOf(ordinal).slice(PREFIX.length), from, "latin1");
      this.#ordinals[slot] = ordinal;
    }
    copyText(this.#view, from, into, at, ID_SUFFIX_LENGTH);
  }
}
