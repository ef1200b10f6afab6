/** What the operations that change a customer access have in common: refusing, and the fact of a change. */
import { type Refusal, refuse, returnedWith } from "../../contract/refusals/refusal.ts";
import {
  accessInStatus,
  type CustomerAccessDocument,
  type CustomerAccessStatus,
} from "./customer_access_document.ts";

/** The statuses that an access can be revoked in. */
export const REVOCABLE = ["pending_compliance", "pending", "active", "suspended"] as const;

/** `customer_access_lifecycle_status_forbidden` unless the access is in one of the `allowed` statuses. */
export function refuseLifecycle(
  { customerAccessId, status }: CustomerAccessDocument,
  allowed: readonly CustomerAccessStatus[],
): Refusal<"customer_access_lifecycle_status_forbidden"> | undefined {
  if (allowed.includes(status)) return undefined;
  return refuse(
    "customer_access_lifecycle_status_forbidden",
    `customer access ${customerAccessId} is ${status}; allowed is ${allowed.join(" or ")}`,
    { customerAccessId, status, allowed: [...allowed] },
  );
}

/** 409 `customer_access_compliance_forbidden` where compliance has refused what a lifecycle call asks for. */
export function refuseRefused(
  access: CustomerAccessDocument,
): Refusal<"customer_access_compliance_forbidden"> | undefined {
  if (access.compliance.outcome !== "refused") return undefined;
  return returnedWith(complianceForbidden(access.customerAccessId), 409);
}

export function complianceForbidden(
  customerAccessId: string,
): Refusal<"customer_access_compliance_forbidden"> {
  const message = `compliance has refused customer access ${customerAccessId}`;
  return refuse("customer_access_compliance_forbidden", message, { customerAccessId });
}

/** The access as it is once it is revoked. */
export function revokedAccess(
  access: CustomerAccessDocument,
  nowMs: number,
  reason?: string,
): CustomerAccessDocument {
  const revoked = accessInStatus(access, "revoked", nowMs);
  return reason === undefined ? revoked : { ...revoked, revocationReason: reason };
}
