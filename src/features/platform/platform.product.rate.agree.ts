/**
 * platform.product.rate.agree: what was agreed with sales about one price of a Product, in both environments. It goes before the
 * price of the Product's Build and of the list, for months that are not final.
 */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { audited } from "../audit/audit_note.ts";
import { METERS } from "../metering/meters.ts";
import { companyProduct } from "../product/product_company.ts";
import { Product } from "../product/product_document.ts";
import { LISTED } from "./listed_rate.ts";
import type { ProductChanged } from "./platform_facts.ts";
import { BY_OPERATOR, write } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import { tellProduct } from "./platform_telling.ts";
import { productAfter, refuseClosed } from "./product_making.ts";
import { productNote } from "./product_note.ts";

const RateAgreed = Type.Object(
  {
    meter: Type.Union(METERS.map(({ meter }) => Type.Literal(meter))),
    rate: ruled(Type.String({ pattern: `^(0|[1-9][0-9]{0,17}|custom|${LISTED})$` }), {
      mustBe: `minor units as a text of digits, 0, custom, or ${LISTED}`,
    }),
  },
  { title: "PlatformRateAgreed", additionalProperties: false },
);

export const platformProductRateAgree = write({
  ...BY_OPERATOR,
  id: "platform.product.rate.agree",
  summary: "Record a price of a Product that was agreed with sales",
  http: { method: "POST", path: "/platform/products/{productId}/rates/agree" },
  acts: { on: "tenant", by: "productId" },
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  body: RateAgreed,
  output: Product,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.updated"],
  decide(state, { productId, meter, rate }, { nowMs, place, realm }) {
    const before = state.products.get(realm, productId);
    if (before === undefined) {
      return refuse("resource_not_found", noSuch("prod", productId, "on this server"), {
        resourceType: "product",
      });
    }
    const closed = refuseClosed(before);
    if (closed !== undefined) return closed;
    const { [meter]: agreed, ...others } = before.agreedRates ?? {};
    const isSame = rate === LISTED ? agreed === undefined : agreed === rate;
    if (isSame) return accept([], companyProduct(before));
    const agreedRates = rate === LISTED ? others : { ...others, [meter]: rate };
    const product = productAfter(before, { agreedRates }, nowMs);
    const fact: ProductChanged = { kind: "product.changed.1", product };
    const effects = tellProduct("product.updated", product, place);
    const decision = { ...accept([fact], companyProduct(product)), effects };
    return audited(decision, productNote(before, product), AT_SOCKET);
  },
});
