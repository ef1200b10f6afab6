/** Schemas of the customer access resource, and of the inputs about one. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  Id,
  Metadata,
  notBlank,
  Revision,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import {
  COMPLIANCE_OUTCOMES,
  CUSTOMER_ACCESS_STATUSES,
  CUSTOMER_PORT,
} from "./customer_access_document.ts";

/** The most ports of one access. */
export const PORTS_MAX = 16;

export const AccessStatus = Type.Union(
  CUSTOMER_ACCESS_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "AccessStatus",
    description:
      "`pending_compliance` waits for compliance, `pending` for its activation; `rejected`: compliance refused it. Only `active` can be used; `revoked` is for ever.",
  },
);

const Port = ruled(Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", examples: [CUSTOMER_PORT] }), {
  mustBe: "the name of a port: a lower-case letter, then at most 39 of a to z, 0 to 9 and _",
});
const Ports = Type.Array(Port, {
  minItems: 1,
  maxItems: PORTS_MAX,
  uniqueItems: true,
  description: `Ports of the Product that the customer may use: 1 to ${PORTS_MAX} names, each once.`,
  examples: [[CUSTOMER_PORT]],
});

const Version = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "Which version of your terms the customer has accepted.",
  examples: ["2026-01"],
});
const Evidence = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Where you keep the proof of it: your own reference, nothing personal.",
});
const AcceptedAt = described(Timestamp, "When the customer accepted them.");
const CustomerAccessTerms = termsOf("CustomerAccessTerms", Version, Evidence);
const CustomerAccessTermsDraft = termsOf(
  "CustomerAccessTermsDraft",
  notBlank(Version),
  notBlank(Evidence),
);

function termsOf<V extends TSchema, E extends TSchema>(title: string, version: V, evidence: E) {
  return Type.Object(
    { version, acceptedAt: AcceptedAt, evidence: Type.Optional(evidence) },
    { title, description: "The terms that the customer accepted.", additionalProperties: false },
  );
}

const SuspensionReason = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Why the access is suspended: your own text, shown to whoever reads the access.",
});
const RevocationReason = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Why the access was revoked: your own text, shown to whoever reads the access.",
});

export const CustomerAccessDraft = Type.Object(
  {
    productId: Id("prod"),
    customerId: described(Id("cust"), "The customer who is to have access."),
    ports: Type.Optional({ ...Ports, default: [CUSTOMER_PORT] } as typeof Ports),
    terms: Type.Optional(CustomerAccessTermsDraft),
    metadata: Type.Optional(Metadata),
  },
  {
    title: "CustomerAccessDraft",
    description: "A customer access to create.",
    additionalProperties: false,
  },
);

export const CustomerAccessSuspension = Type.Object(
  { reason: notBlank(SuspensionReason) },
  {
    title: "CustomerAccessSuspension",
    description: "Why an access is to be suspended.",
    additionalProperties: false,
  },
);

export const CustomerAccessRevocation = Type.Object(
  { reason: Type.Optional(notBlank(RevocationReason)) },
  {
    title: "CustomerAccessRevocation",
    description: "Why an access is to be revoked.",
    additionalProperties: false,
  },
);

/** What compliance may say: the fields of both operations that record it. */
export const COMPLIANCE_FIELDS = {
  customerAccessId: Id("cacc"),
  outcome: Type.Union([Type.Literal("clear"), Type.Literal("refuse")], {
    title: "ComplianceDecision",
    description: "`clear`: the customer may have the access. `refuse`: it may not.",
  }),
};

const CustomerAccessCompliance = Type.Object(
  {
    outcome: Type.Union(
      COMPLIANCE_OUTCOMES.map((outcome) => Type.Literal(outcome)),
      {
        title: "ComplianceOutcome",
        description:
          "`pending`: it was not checked yet. An access that is `refused` cannot be used.",
      },
    ),
    checkedAt: Type.Optional(
      described(Timestamp, "When compliance checked it last; absent until it has."),
    ),
  },
  {
    title: "CustomerAccessCompliance",
    description: "What compliance says of the access.",
    additionalProperties: false,
  },
);

export const CustomerAccess = Type.Object(
  {
    customerAccessId: Id("cacc"),
    productId: Id("prod"),
    environment: EnvironmentName,
    customerId: described(Id("cust"), "The customer who has the access."),
    ports: Ports,
    terms: Type.Optional(
      described(CustomerAccessTerms, "The terms that it accepted; absent where none were named."),
    ),
    compliance: described(CustomerAccessCompliance, "What compliance says of the access."),
    status: AccessStatus,
    suspensionReason: Type.Optional(
      described(
        SuspensionReason,
        "Why the access is suspended; absent unless you suspended it: compliance gives no reason.",
      ),
    ),
    revocationReason: Type.Optional(
      described(RevocationReason, "Why the access was revoked; absent where no reason was given."),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    metadata: Metadata,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "CustomerAccess",
    description: "The enrolment of one customer in one Product: which ports it may use.",
    additionalProperties: false,
  },
);
export type CustomerAccess = Static<typeof CustomerAccess>;
export type CustomerAccessDraft = Static<typeof CustomerAccessDraft>;
