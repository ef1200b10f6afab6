/**
 * What the operator has done in a Product, as the ledger shard tells it to the company: the platform shard records it
 * in the company's audit feed, and the operator's command waits for that.
 */
import { type Static, Type } from "@sinclair/typebox";
import type { Effect } from "../../contract/declare/effect.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { companyTelling } from "./company_telling.ts";

/**
 * Which operation has changed which resource. `after`: the fields of the resource that the feed shows; none of personal
 * data, because the feed stays when the data of a person is erased.
 */
export type OperatorAct = {
  operation: string;
  resource: { type: string; id: string };
  after: Record<string, string>;
};

/** The input of the telling: the act, with the Product, the environment and the request in which it was done. */
export const ToldAct = Type.Object(
  {
    operation: Type.String(),
    resource: Type.Object({ type: Type.String(), id: Type.String() }),
    after: Type.Record(Type.String(), Type.String()),
    productId: Id("prod"),
    environment: EnvironmentName,
    operationId: Id("op"),
    requestId: Type.String(),
  },
  { title: "PlatformToldAct", additionalProperties: false },
);
export type ToldAct = Static<typeof ToldAct>;

export function tellCompany(
  act: OperatorAct,
  { principal, requestId, newId }: DecisionContext,
): Effect {
  const { tenantId, productId, environment } = principal;
  const input: ToldAct = { ...act, productId, environment, operationId: newId("op"), requestId };
  return companyTelling(tenantId, { operation: "platform.operator_act.tell", input });
}
