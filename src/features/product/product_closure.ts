/**
 * That a realm takes nothing from callers any more, because its Product is closed or is being closed, and what keeps a
 * realm from it: money. The check and the closing are one decision of the realm's shard, so nothing comes between.
 */
import type { RealmGate } from "../../contract/declare/aspects/realm_rules.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";
import type { ProductClosures, ProductState } from "./product_state.ts";

export const REALM_CLOSED = "product.realm_closed.1";

/** `isClosed`: false where the realm takes what callers send again. */
export type RealmClosed = {
  kind: typeof REALM_CLOSED;
  isClosed: boolean;
  productId: string;
  atMs: number;
};

export const closureFacts: Record<typeof REALM_CLOSED, Apply<ProductState>> = {
  [REALM_CLOSED]: ({ productClosures }, fact: Fact, { realm }) => {
    const { isClosed, productId, atMs } = fact as RealmClosed;
    if (isClosed) productClosures.set(closureKey(realm), { realm, productId, closedAtMs: atMs });
    else productClosures.remove(closureKey(realm), realm);
  },
};

/** `product_access_suspended` of a realm that takes nothing from callers. */
export const refuseClosedRealm: RealmGate<ProductClosures> = ({ productClosures }, realm) => {
  if (productClosures.size === 0) return undefined;
  const closure = productClosures.get(realm, closureKey(realm));
  if (closure === undefined) return undefined;
  const { productId } = closure;
  const message = "the Product is closed, or is being closed";
  return refuse("product_access_suspended", message, { productId, status: "closed" });
};

export function closureKey(realm: number): string {
  return `closure${realm}`;
}

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);
const OBJECT_CODE = roleCodeOf("object_balance");

type Held = Refusal<"account_close_balance_nonzero" | "noun_account_not_drained">;

/**
 * The refusal that names the first account of the realm that has posted or reserved money. The platform's external
 * accounts do not count: they mirror all others, and are empty when these are.
 */
export function refuseMoneyOfRealm(accounts: AccountTable, realm: number): Held | undefined {
  for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
    if (accounts.realm(ordinal) !== realm) continue;
    if (accounts.roleCode(ordinal) === EXTERNAL_CODE) continue;
    const posted = accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
    const held = accounts.debitsPending(ordinal);
    if (posted !== 0n || held !== 0n) return heldBy(accounts, ordinal, { posted, held });
  }
  return undefined;
}

function heldBy(
  accounts: AccountTable,
  ordinal: number,
  { posted, held }: { posted: bigint; held: bigint },
): Held {
  const accountId = accounts.accountId(ordinal);
  const balance = String(posted);
  if (accounts.roleCode(ordinal) === OBJECT_CODE) {
    const message = `account ${accountId} of an object holds ${balance}, and must be empty before the Product is closed`;
    return refuse("noun_account_not_drained", message, { accountId, balance });
  }
  const message = `account ${accountId} has ${balance} posted and ${held} reserved; both must be 0 before the Product is closed`;
  const incoming = String(accounts.creditsPending(ordinal));
  const details = { accountId, balance, held: String(held), incoming };
  return refuse("account_close_balance_nonzero", message, details);
}
