/** A customer access as the shard stores it: the enrolment of one customer in one Product. */

export const CUSTOMER_ACCESS_STATUSES = [
  "pending_compliance",
  "pending",
  "rejected",
  "active",
  "suspended",
  "revoked",
] as const;
export type CustomerAccessStatus = (typeof CUSTOMER_ACCESS_STATUSES)[number];

export const COMPLIANCE_OUTCOMES = ["pending", "clear", "refused"] as const;
export type ComplianceOutcome = (typeof COMPLIANCE_OUTCOMES)[number];

/** The port that an access has where none is named. */
export const CUSTOMER_PORT = "customer";

export type CustomerAccessDocument = {
  realm: number;
  customerAccessId: string;
  customerId: string;
  /** What the customer may use of the Product, in the order that was given. */
  ports: readonly string[];
  /** Absent where no terms were named. */
  terms?: { version: string; acceptedAtMs: number; evidence?: string };
  /** What compliance says of the access; `checkedAtMs`: when it said so last. */
  compliance: { outcome: ComplianceOutcome; checkedAtMs?: number };
  status: CustomerAccessStatus;
  /** The reason of a suspension that a caller asked for; absent in every other status. */
  suspensionReason?: string;
  /** The reason of the revocation, where one was given. */
  revocationReason?: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** When each status was last reached, milliseconds UTC. */
  reachedAtMs: Partial<Record<CustomerAccessStatus, number>>;
  revision: number;
  changedBy: string;
  metadata?: Record<string, string>;
};

/** The access in a new status, which must differ from the present one. */
export function accessInStatus(
  { suspensionReason: _ended, ...before }: CustomerAccessDocument,
  status: CustomerAccessStatus,
  nowMs: number,
): CustomerAccessDocument {
  return { ...before, status, reachedAtMs: { ...before.reachedAtMs, [status]: nowMs } };
}

/** What a customer carries of the access that it was made or activated with. */
type CarriedAccess = {
  customerId: string;
  access?: { customerAccessId: string; status: CustomerAccessStatus } | undefined;
  updatedAtMs: number;
  changedBy: string;
};

/**
 * The access that the fact of a customer brings with it: of a test customer, which is cleared and active at
 * once, and of one that the operator activated. Undefined where the customer has none.
 */
export function accessBroughtBy({
  customerId,
  access,
  updatedAtMs: atMs,
  changedBy,
}: CarriedAccess): Omit<CustomerAccessDocument, "realm"> | undefined {
  if (access === undefined) return undefined;
  return {
    customerAccessId: access.customerAccessId,
    customerId,
    ports: [CUSTOMER_PORT],
    compliance: { outcome: "clear", checkedAtMs: atMs },
    status: "active",
    createdAtMs: atMs,
    updatedAtMs: atMs,
    reachedAtMs: { active: atMs },
    revision: 1,
    changedBy,
  };
}
