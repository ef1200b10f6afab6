/** The customer as every answer shows it: the one renderer of replies and reads. */

import { isoTime } from "../../base/iso_time.ts";
import { actorOfText } from "../../contract/actor.ts";
import type { Environment } from "../../contract/principal.ts";
import { CUSTOMER_STATUSES, type CustomerDocument } from "./customer_document.ts";
import type { Customer } from "./customer_schema.ts";

/** Fields stand in the order in which they are printed. */
export function customerResource(
  customer: Omit<CustomerDocument, "scope">,
  { productId, environment }: { productId: string; environment: Environment },
): Customer {
  const { entityId, kind, displayName, country } = customer.entity;
  const { suspensionReason, externalId } = customer;
  return {
    customerId: customer.customerId,
    productId,
    environment,
    test: customer.test,
    entity: { entityId, kind, displayName, country },
    status: customer.status,
    ...(suspensionReason !== undefined && { suspensionReason }),
    accessStatus: customer.access?.status ?? "none",
    revision: customer.revision,
    createdAt: isoTime(customer.createdAtMs),
    updatedAt: isoTime(customer.updatedAtMs),
    metadata: customer.metadata ?? {},
    ...(externalId !== undefined && { externalId }),
    actor: actorOfText(customer.changedBy),
    statusTransitions: statusTransitionsOf(customer.reachedAtMs),
  };
}

function statusTransitionsOf(reachedAtMs: CustomerDocument["reachedAtMs"]): Record<string, string> {
  const transitions: Record<string, string> = {};
  for (const status of CUSTOMER_STATUSES) {
    const atMs = reachedAtMs[status];
    if (atMs !== undefined) transitions[`${status}At`] = isoTime(atMs);
  }
  return transitions;
}
