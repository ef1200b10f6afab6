/** For tests: ledger shards with rows that a test puts into them, as a thread that reads views sees them. */
import { PLATFORM_REALM_KEY } from "../../../src/contract/records/platform_realm.ts";
import { SHARD_TABLE } from "../../../src/contract/tables/shard_table_codes.ts";
import { SnapshotMemory } from "../../../src/contract/tables/snapshot.ts";
import { encodeDocument } from "../../../src/contract/tables/table.ts";
import { encodeAccountDocument } from "../../../src/features/ledger/account_document.ts";
import { BLOCK_BYTES, ROW_BYTES } from "../../../src/features/ledger/balance_block.ts";
import { EXTERNAL_ROLE, type RoleName, roleCodeOf } from "../../../src/features/ledger/roles.ts";
import { LEDGER_TABLE } from "../../../src/features/table_codes.ts";
import type { ShardView } from "../../../src/views/shard_view.ts";

export const BANK = "first-bank";
const PLATFORM_REALM = 1;
export const [SANDBOX, LIVE, OTHER_LIVE] = [3, 4, 5] as const;
export const DAY_MS = 86_400_000;
export const MONDAY = Date.UTC(2026, 0, 5, 23, 59);

/** A ledger shard with a realm of sandbox and two of live, and a view of it that shows all it has. */
export class FakeShard {
  readonly shard: number;
  readonly #rows = new Map<string, Uint8Array>();
  readonly #balances = new DataView(new ArrayBuffer(BLOCK_BYTES));
  #accounts = 0;

  constructor(shard: number) {
    this.shard = shard;
    for (const [number, environment] of [
      [SANDBOX, "sandbox"],
      [LIVE, "live"],
      [OTHER_LIVE, "live"],
    ] as const) {
      this.put(SHARD_TABLE.realm, 0, String(number), { number, names: { environment } });
    }
  }

  put(table: number, realm: number, key: string, value: object): this {
    this.#rows.set(`${table}:${realm}:${key}`, encodeDocument(value));
    return this;
  }

  /** An account whose posted sums are these. */
  account(
    realm: number,
    name: string,
    { debits = 0n, credits = 0n, currency = "EUR", role = EXTERNAL_ROLE as RoleName },
  ): this {
    const ordinal = this.#accounts++;
    const document = encodeAccountDocument({
      ...{ ordinal, status: "open", roleCode: roleCodeOf(role), currency, revision: 1 },
      ...{ updatedAtMs: 0, ownerType: "product", ownerId: "prod_1", changedBy: "system:platform" },
      extras: { name },
    });
    this.#rows.set(`${LEDGER_TABLE.account}:${realm}:${ordinal}`, document);
    this.#balances.setBigUint64(ordinal * ROW_BYTES, debits, true);
    this.#balances.setBigUint64(ordinal * ROW_BYTES + 8, credits, true);
    return this;
  }

  credit(realm: number, reference: string, more: object = {}): this {
    return this.put(LEDGER_TABLE.receivedCredit, realm, reference, {
      ...{ provider: BANK, reference, amountMinor: "100", currency: "EUR", status: "credited" },
      ...{ occurredAtMs: MONDAY, reachedAtMs: {}, ...more },
    });
  }

  nobodys(reference: string, more: { provider?: string } & Record<string, unknown> = {}): this {
    const { provider = BANK } = more;
    return this.put(LEDGER_TABLE.unassignedCredit, PLATFORM_REALM, `${provider} ${reference}`, {
      ...{ provider, reference, amount: "7", currency: "EUR", status: "unassigned", ...more },
    });
  }

  get view(): ShardView {
    const balances = new Uint8Array(this.#balances.buffer);
    const view = {
      shard: this.shard,
      sequence: 1,
      memory: new SnapshotMemory(),
      refreshed: () => view,
      realmNumberOf: (key: string) => (key === PLATFORM_REALM_KEY ? PLATFORM_REALM : undefined),
      get: (table: number, realm: number, key: string) =>
        table === LEDGER_TABLE.accountBalance
          ? balances
          : this.#rows.get(`${table}:${realm}:${key}`),
      ascend: (table: number, realm: number, range: { from?: string; below?: string }) =>
        this.#ascend(`${table}:${realm}:`, range),
    };
    return view as unknown as ShardView;
  }

  *#ascend(prefix: string, { from = "", below }: { from?: string; below?: string }) {
    const keys = [...this.#rows.keys()].filter((name) => name.startsWith(prefix));
    for (const name of keys.sort()) {
      const key = name.slice(prefix.length);
      if (key < from || (below !== undefined && key >= below)) continue;
      yield { key, value: this.#rows.get(name) as Uint8Array };
    }
  }
}
