/** The rules of customer access (api.md 2.3): its life, what compliance says, and the copy that a customer shows. */
import {
  type Access,
  type Customer,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;
type OnAccess = (realm: Realm, access: Access, input: Input, moment: Moment) => Verdict;
type Status = Access["status"];

const LIFECYCLE = { code: "customer_access_lifecycle_status_forbidden" };
const REFUSED = { code: "customer_access_compliance_forbidden" };
const CLEARED: Partial<Record<Status, Status>> = {
  pending_compliance: "pending",
  rejected: "pending",
};
const STRUCK: Partial<Record<Status, Status>> = {
  pending_compliance: "rejected",
  pending: "rejected",
  active: "suspended",
};

export const ACCESS_RULES: Readonly<Record<string, Decide>> = {
  "customer_access.create"(realm, { productId, customerId, ports = ["customer"] }, moment) {
    if (productId !== realm.productId) return { code: "resource_not_found" };
    const customer = latest(realm.customers, customerId);
    if (customer === undefined) return { code: "customer_not_found" };
    if (customer.status === "closed") return { code: "customer_status_forbidden" };
    const before = latest(realm.accesses, customer.accessId);
    if (before?.compliance === "refused") return REFUSED;
    if (realm.environment === "live" && customer.tier < 1) return { code: "kyc_tier_insufficient" };
    if (before !== undefined && before.status !== "revoked") return { code: "state_conflict" };
    const access: Access = {
      customerAccessId: moment.id("cacc"),
      customerId: customer.customerId,
      ports,
      compliance: customer.test ? "clear" : "pending",
      status: customer.test ? "pending" : "pending_compliance",
      revision: 0,
    };
    const { customerAccessId: accessId, status: accessStatus } = access;
    changedCustomer(realm, moment, { ...customer, accessId, accessStatus });
    return putAccess(realm, access, moment);
  },
  "customer_access.activate": onAccess((realm, access, _input, moment) => {
    const customer = latest(realm.customers, access.customerId) as Customer;
    if (access.compliance === "refused") return REFUSED;
    if (access.status !== "pending") return LIFECYCLE;
    if (customer.status !== "pending" && customer.status !== "active") {
      return { code: "customer_status_forbidden" };
    }
    if (realm.environment === "live" && customer.tier < 1) return { code: "kyc_tier_insufficient" };
    return changedAccess(realm, { ...access, status: "active" }, moment);
  }),
  "customer_access.suspend": onAccess((realm, access, _input, moment) =>
    access.status === "active"
      ? changedAccess(realm, { ...access, status: "suspended" }, moment)
      : LIFECYCLE,
  ),
  "customer_access.resume": onAccess((realm, access, _input, moment) => {
    if (access.compliance === "refused") return REFUSED;
    if (access.status !== "suspended") return LIFECYCLE;
    return changedAccess(realm, { ...access, status: "active" }, moment);
  }),
  "customer_access.revoke": onAccess((realm, access, _input, moment) =>
    isRevocable(access)
      ? changedAccess(realm, { ...access, status: "revoked" }, moment)
      : LIFECYCLE,
  ),
  "sandbox.compliance_outcome.create": onAccess(decideCompliance),
  "platform.compliance_outcome.create": onAccess(decideCompliance),
};

function decideCompliance(realm: Realm, access: Access, { outcome }: Input, moment: Moment) {
  const isClear = outcome === "clear";
  const status = (isClear ? CLEARED : STRUCK)[access.status] ?? access.status;
  const compliance = isClear ? "clear" : "refused";
  return changedAccess(realm, { ...access, status, compliance }, moment);
}

function onAccess(rule: OnAccess): Decide {
  return (realm, input, moment) => {
    const access = latest(realm.accesses, input.customerAccessId);
    return access === undefined
      ? { code: "customer_access_not_found" }
      : rule(realm, access, input, moment);
  };
}

export function isRevocable({ status }: Access): boolean {
  return status !== "rejected" && status !== "revoked";
}

/** Why a customer who is active gets no account; undefined where the access does not forbid it. */
export function refusalOfUse(realm: Realm, { accessId }: Customer): string | undefined {
  const access = latest(realm.accesses, accessId);
  if (access === undefined || access.status === "revoked") return "customer_access_required";
  return access.status === "active" ? undefined : "customer_access_status_forbidden";
}

/** The access after a change of it, and its customer where the customer's copy changed. */
function changedAccess(realm: Realm, access: Access, moment: Moment): Verdict {
  const { customerAccessId, status } = access;
  const customer = latest(realm.customers, access.customerId) as Customer;
  if (customer.accessId === customerAccessId && customer.accessStatus !== status) {
    const isActivated = customer.status === "pending" && status === "active";
    const reached = isActivated ? "active" : customer.status;
    changedCustomer(realm, moment, { ...customer, status: reached, accessStatus: status });
  }
  return putAccess(realm, access, moment);
}

export function putAccess(realm: Realm, access: Access, moment: Moment): Verdict {
  const after = { ...access, revision: access.revision + 1 };
  put(realm.accesses, access.customerAccessId, after, moment);
  return { code: undefined, answer: accessAnswer(after) };
}

export function changedCustomer(realm: Realm, moment: Moment, customer: Customer): Customer {
  const after = { ...customer, revision: customer.revision + 1 };
  put(realm.customers, customer.customerId, after, moment);
  return after;
}

export function accessAnswer({ compliance, ...access }: Access): Record<string, unknown> {
  return { ...access, compliance: { outcome: compliance } };
}
