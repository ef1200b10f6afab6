/** The acceptance of a member's change of a Product: told in its realms, and in the audit feed. */
import { accept, type Decision, type DecisionContext } from "../../contract/operation.ts";
import { audited } from "../audit/audit_note.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { tellProduct } from "../platform/platform_telling.ts";
import { productAfter, type StoredProduct } from "../platform/product_making.ts";
import { companyProduct } from "../product/product_company.ts";
import type { ProductEventType } from "../product/product_told.ts";
import type { Asker } from "./asker.ts";

export function productChanged(
  before: ProductDocument,
  change: Partial<Pick<StoredProduct, "name" | "status">>,
  { type, context }: { type: ProductEventType; context: DecisionContext<Asker> },
): Decision<never> {
  const { nowMs, place, prepared } = context;
  const product = productAfter(before, change, nowMs);
  const fact: ProductChanged = { kind: "product.changed.1", product };
  const after = companyProduct(product);
  const effects = tellProduct(type, product, place);
  const note = {
    tenantIds: [product.tenantId],
    resource: { type: "product", id: product.productId },
    before: companyProduct(before),
    after,
  };
  return audited({ ...accept([fact], after), effects }, note, prepared.from);
}
