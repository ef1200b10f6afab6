/** Random requests about customer access. */
import type { Draft, Habits } from "./habits.ts";
import { type Access, type Customer, latest, type Realm } from "./model/model.ts";
import type { Random } from "./random.ts";

export const ACCESS_DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> = {
  "customer_access.create": (habits, realm) => {
    const { random } = habits;
    return {
      body: {
        productId: random.chance(0.96) ? realm.productId : "prod_unknown",
        customerId: idOf(habits, realm, "customers", isWithout),
        ...(random.chance(0.3) && { ports: random.pick([["cards"], ["customer", "cards"]]) }),
      },
    };
  },
  "customer_access.activate": onAccess(
    ({ status }) => status === "pending" || status === "rejected",
  ),
  "customer_access.suspend": onAccess(
    (access) => access.status === "active",
    () => ({ reason: "review" }),
  ),
  "customer_access.resume": onAccess((access) => access.status === "suspended"),
  "customer_access.revoke": onAccess(
    (access) => access.status !== "revoked",
    ({ random }) => random.pick([{}, { reason: "left" }]),
  ),
  "sandbox.compliance_outcome.create": (habits, realm) => ({ body: decision(habits, realm) }),
  "platform.compliance_outcome.create": (habits, realm) => {
    const { random } = habits;
    // An id of the realm: the operator acts wherever an id belongs.
    const ids = [...realm.accesses.keys()];
    const customerAccessId =
      ids.length === 0 || random.chance(0.05) ? "cacc_unknown" : random.pick(ids);
    return { body: { ...decision(habits, realm), customerAccessId, reason: "the list of March" } };
  },
};

/** Whether the customer may be given an access, as far as the customer decides that. */
function isWithout({ status, accessStatus }: Customer): boolean {
  return status !== "closed" && (accessStatus === "none" || accessStatus === "revoked");
}

/** How the life of some access may go on: as a rule on the way to an active one. */
export function nextOfAccess(random: Random, realm: Realm): string {
  const statuses = [...realm.accesses.keys()].map((id) => latest(realm.accesses, id)?.status);
  const has = (status: Access["status"]) => statuses.includes(status);
  const ids = [...realm.customers.keys()];
  const isNeeded = ids.some((id) => isWithout(latest(realm.customers, id) as Customer));
  return random.weighted<string>([
    [has("pending") ? 6 : 0.3, "customer_access.activate"],
    [has("suspended") ? 4 : 0.3, "customer_access.resume"],
    [has("pending_compliance") ? 6 : 1, "sandbox.compliance_outcome.create"],
    [isNeeded ? 6 : 0.3, "customer_access.create"],
    [0.7, "customer_access.suspend"],
    [1.2, "customer_access.revoke"],
  ]);
}

function decision(habits: Habits, realm: Realm) {
  const { random } = habits;
  const isWaiting = ({ status }: Access) => status === "pending_compliance";
  return {
    customerAccessId: idOf(habits, realm, "accesses", isWaiting),
    outcome: random.chance(0.7) ? "clear" : "refuse",
  };
}

function onAccess(
  fits: (access: Access) => boolean,
  bodyOf?: (habits: Habits) => Record<string, unknown>,
) {
  return (habits: Habits, realm: Realm): Draft => ({
    path: [idOf(habits, realm, "accesses", fits)],
    ...(bodyOf !== undefined && { body: bodyOf(habits) }),
  });
}

type Kinds = { customers: Customer; accesses: Access };
const PREFIX = { customers: "cust", accesses: "cacc" } as const;

/** As a rule the id of a thing that fits; else of any, of another realm, or of nothing. */
function idOf<K extends keyof Kinds>(
  { random, realms }: Habits,
  realm: Realm,
  kind: K,
  fits: (thing: Kinds[K]) => boolean,
): string {
  const from = random.chance(0.93) ? realm : random.pick(realms());
  const ids = [...from[kind].keys()];
  const fitting = ids.filter((id) => fits(latest<Access | Customer>(from[kind], id) as Kinds[K]));
  const some = fitting.length > 0 && random.chance(0.8) ? fitting : ids;
  return some.length === 0 || random.chance(0.04) ? `${PREFIX[kind]}_unknown` : random.pick(some);
}
