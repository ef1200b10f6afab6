/**
 * product.realm.open: a realm of a Product takes again what callers send, because the other realm of the Product could
 * not be closed. No caller reaches the operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { EnvironmentName } from "../../contract/values/formats.ts";
import { REALM_CLOSED, type RealmClosed, refuseClosedRealm } from "./product_closure.ts";
import type { ProductState } from "./product_state.ts";

export const productRealmOpen = declareWrite<ProductState>()({
  id: "product.realm.open",
  summary: "Open a realm of a Product again",
  description: "Done by the platform when the Product could not be closed.",
  http: { method: "POST", path: "/products/realms/open" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object({}, { title: "ProductRealmOpeningDraft", additionalProperties: false }),
  output: Type.Object(
    { environment: EnvironmentName },
    { title: "ProductRealmOpening", additionalProperties: false },
  ),
  refusals: [],
  events: [],
  decide(state, _input, { realm, nowMs, principal: { environment, productId } }) {
    if (refuseClosedRealm(state, realm) === undefined) return accept([], { environment });
    const fact: RealmClosed = { kind: REALM_CLOSED, isClosed: false, productId, atMs: nowMs };
    return accept([fact], { environment });
  },
});
