/**
 * platform.entity.erase: the operator makes unreadable what was submitted of an entity: its sealed values
 * leave the state, and once the record is on disk its key and its files are destroyed, for ever. The
 * beneficiaries of the customer, whose numbers are under the same key, are archived and emptied in the same
 * record. The customer must be closed, or have never been active: until then the platform must be able to say
 * whose money it keeps.
 */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { erasureOfCustomers } from "../beneficiary/beneficiary_erasure.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import { refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { destructionOf, erasureFacts } from "../entity/entity_erasure.ts";
import { entityNotFound } from "../entity/entity_resource.ts";
import { EntityPath } from "../entity/entity_schema.ts";
import type { EntityState } from "../entity/entity_state.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { noted, notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export type ErasingState = CustomerState & EntityState & BeneficiaryPart & ProviderRequestState;

export const platformEntityErase = declareWrite<ErasingState>()({
  ...BY_OPERATOR,
  id: "platform.entity.erase",
  summary: "Erase what was submitted of an entity, as the platform",
  http: { method: "POST", path: "/platform/entities/{entityId}/erase" },
  acts: { on: "product", by: "entityId" },
  path: EntityPath,
  body: Type.Object(
    { reason: OperatorReason },
    { title: "PlatformEntityErasureDraft", additionalProperties: false },
  ),
  output: Type.Object(
    { entityId: Id("ent"), customerId: Id("cust"), erasedAt: Timestamp },
    { title: "PlatformEntityErasure", additionalProperties: false },
  ),
  refusals: ["entity_not_found", "customer_status_forbidden", "ledger_unavailable"],
  events: [
    "entity.erased",
    "entity.kyc.verification_cancelled",
    "beneficiary.archived",
    "beneficiary.updated",
  ],
  prepare: operatorOf,
  decide(state, { entityId, reason }, context) {
    const { nowMs, prepared } = context;
    const note = { ...prepared, reason };
    const entity = state.entities.byId(context.realm, entityId);
    if (entity === undefined) return noted(entityNotFound(entityId), note);
    const { customerId, erasedAtMs } = entity;
    const reply = (atMs: number) => ({ entityId, customerId, erasedAt: isoTime(atMs) });
    // The key is destroyed again, so that the answer says that it is.
    const effects = [destructionOf(entityId)];
    if (erasedAtMs !== undefined) {
      return noted({ ...accept([], reply(erasedAtMs)), effects }, note);
    }
    const customer = state.customers.byId(context.realm, customerId);
    const refusal = customer && refuseCustomerStatus(customer, ["closed", "pending"]);
    if (refusal !== undefined) return noted(refusal, note);
    const facts = [
      ...erasureOfCustomers(state, customerId, context),
      ...erasureFacts(state, entity, context),
    ];
    const decision = { ...accept(facts, reply(nowMs)), effects };
    const resource = { type: "entity", id: entityId };
    const after = { erasedAt: isoTime(nowMs) };
    const act = { operation: "platform.entity.erase", resource, after };
    return notedInFeed(decision, { act, reason }, context);
  },
});
