/**
 * Whom the object of a call may pay: the beneficiaries that its fields name. The approval of an agent's call binds them as those that the
 * input names, so a person approves a payment to whom the fields lead then. The object is the one that the input names, or the one that is
 * decided about, which is bound too because the input does not name it.
 */
import type { BoundRevision } from "../../contract/declare/approval.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { namedInValues, seenInValues } from "../beneficiary/beneficiary_named.ts";
import type { BeneficiarySight } from "../beneficiary/beneficiary_noun.ts";
import type { DecisionDocument } from "../decision/decision_document.ts";
import { decisions } from "../decision/decision_noun.ts";
import type { ObjectDocument } from "./object_document.ts";
import { objects } from "./object_resource.ts";

type Input = Readonly<Record<string, unknown>>;
type ById<D> = { byId(realm: number, id: string): D | undefined };

/** What is asked about objects and beneficiaries. */
export type PayeeSight = BeneficiarySight & {
  objects: ById<ObjectDocument>;
  decisions: ById<DecisionDocument>;
};

/** The beneficiaries of the call's object, as the memory of the shard has them. */
export function payeesOfObject(state: PayeeSight, realm: number, input: Input): BoundRevision[] {
  return boundOf(input, {
    object: (id) => state.objects.byId(realm, id),
    decision: (id) => state.decisions.byId(realm, id),
    payees: (fields) => namedInValues(state, realm, fields),
  });
}

/** The same as a snapshot shows them. */
export function seenPayeesOfObject(
  snapshot: Snapshot,
  realm: number,
  input: Input,
): BoundRevision[] {
  return boundOf(input, {
    object: (id) => objects.find(snapshot, realm, id)?.document,
    decision: (id) => decisions.find(snapshot, realm, id)?.document,
    payees: (fields) => seenInValues(snapshot, realm, fields),
  });
}

type Source = {
  object(id: string): ObjectDocument | undefined;
  decision(id: string): DecisionDocument | undefined;
  payees(fields: ObjectDocument["fields"]): BoundRevision[];
};

function boundOf({ objectId, decisionId }: Input, source: Source): BoundRevision[] {
  if (typeof objectId === "string") return source.payees(source.object(objectId)?.fields ?? {});
  if (typeof decisionId !== "string") return [];
  const decided = source.object(source.decision(decisionId)?.objectId ?? "");
  if (decided === undefined) return [];
  const { objectId: id, revision, fields } = decided;
  return [{ type: "object", id, revision }, ...source.payees(fields)];
}
