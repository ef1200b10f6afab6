/**
 * product.close: a member closes a Product for ever. Both realms are asked, and refuse what callers send from then on;
 * the Product is closed when both have no money and no bank is at work for them, and open as before when one
 * has. The answer comes after that.
 */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { audited } from "../audit/audit_note.ts";
import type { ProductClosing } from "../platform/platform_facts.ts";
import type { ProductCloseDocument, ProductDocument } from "../platform/platform_state.ts";
import { askToClose } from "../platform/platform_telling.ts";
import { productNotFound, refuseClosed } from "../platform/product_making.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { askerOf } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { companyProduct, ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";

type Documents<T> = { get(realm: number, key: string): T | undefined };
type Readable = {
  productCloses: Documents<ProductCloseDocument>;
  products: Documents<ProductDocument>;
};
type CloseEnding = Ending<
  "account_close_balance_nonzero" | "noun_account_not_drained" | "state_conflict"
>;

export const productClose = declareWrite<TenantState>()({
  id: "product.close",
  summary: "Close a Product",
  description:
    "For ever, by a person in a browser whose login was verified with a second factor. In both environments no account may have posted or reserved money, no collection may be processing, and no financial address may take money: pay out what is in live, retire its addresses, and reset the sandbox. From the answer on no credential of the Product works; what happened in it can still be read by members.",
  http: { method: "POST", path: "/products/{productId}/close" },
  principals: ["session"],
  scope: undefined,
  permission: "products:write@live",
  mfa: "always",
  acts: { on: "tenant" },
  path: ProductPath,
  output: Product,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "account_close_balance_nonzero",
    "noun_account_not_drained",
  ],
  events: ["product.closed"],
  prepare: askerOf,
  decide(state, { productId }, context) {
    const { realm, place, prepared } = context;
    const before = state.products.get(realm, productId);
    if (before === undefined) return productNotFound(productId);
    const refusal = refuseClosed(before) ?? refuseUnderWay(state, productId);
    if (refusal !== undefined) return refusal;
    const { realm: _, ...product } = before;
    const effects = askToClose(product, place);
    const fact: ProductClosing = {
      kind: "product.closing.1",
      close: { place, productId, phase: "asking", waiting: effects.length, shut: [] },
    };
    const note = {
      tenantIds: [product.tenantId],
      resource: { type: "product", id: productId },
      before: companyProduct(before),
    };
    return audited({ ...accept([fact]), effects }, note, prepared.from);
  },
  lasting: { endOf: (record, _names, state: Readable) => endingOf(record, state) },
  replyState: readableIn,
});

function refuseUnderWay({ closesUnderWay }: TenantState, productId: string) {
  if (closesUnderWay.of(productId).size === 0) return undefined;
  const message = `${productId} is being closed already`;
  return refuse("state_conflict", message, { expected: "active", actual: "being closed" });
}

function endingOf(
  { realm, place }: StoredRecord,
  { productCloses, products }: Readable,
): CloseEnding | undefined {
  const close = productCloses.get(realm, closeKey(place));
  invariant(close !== undefined, "a closing that began is there");
  const { endedAtMs, refusal, productId } = close;
  if (endedAtMs === undefined) return undefined;
  if (refusal !== undefined) {
    const { code, message, details } = refusal;
    return { kind: "refused", atMs: endedAtMs, refusal: refuse(code, message, details as never) };
  }
  const product = products.get(realm, productId);
  invariant(product !== undefined, "a Product that was closed is there");
  const body = JSON.stringify(companyProduct(product));
  return { kind: "succeeded", atMs: endedAtMs, body };
}

function closeKey(place: Place): string {
  return String(place);
}

function readableIn(snapshot: Snapshot): Readable {
  const { productClose, product } = PLATFORM_TABLE;
  return {
    productCloses: documentsIn<ProductCloseDocument>(snapshot, productClose),
    products: documentsIn<ProductDocument>(snapshot, product),
  };
}

function documentsIn<T>(snapshot: Snapshot, table: number): Documents<T> {
  return {
    get(realm, key) {
      const value = snapshot.get(table, realm, key);
      return value === undefined ? undefined : decodeDocument<T>(value);
    },
  };
}
