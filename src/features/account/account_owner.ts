/**
 * Checks of the owner of a new account: the owner types of a role, and the owner that a caller
 * names.
 */
import { suffixOf } from "../../base/id.ts";
import { didYouMean } from "../../base/nearest.ts";
import type { Principal } from "../../contract/declare/principal.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch, noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { refuseInactiveAccess } from "../customer_access/used_access.ts";
import { entityOf, refuseEntityStatus, refuseTier } from "../entity/entity_lifecycle.ts";
import { type AccountRole, type OwnerType, type RoleName, roleNamed } from "../ledger/roles.ts";
import type { AccountState } from "./account_state.ts";

/** Owner types that a caller may name (api.md 2.4, `owner_unsupported`). */
const CALLER_OWNER_TYPES = ["customer", "product", "tenant"] as const;
export type CallerOwnerType = (typeof CALLER_OWNER_TYPES)[number];
/** The prefix of the ids of owners that are found without a table. */
const PREFIX_OF = { customer: "cust", product: "prod", tenant: "ten" } as const;

/** `type` if a caller may name it, or undefined. */
export function ownerTypeOf(type: string): CallerOwnerType | undefined {
  return CALLER_OWNER_TYPES.find((supported) => supported === type);
}

export function ownerUnsupported(ownerType: string): Refusal<"owner_unsupported"> {
  return refuse(
    "owner_unsupported",
    `owner.type must be one of ${CALLER_OWNER_TYPES.join(", ")}${didYouMean(ownerType, CALLER_OWNER_TYPES)}`,
    {
      ownerType,
      supported: CALLER_OWNER_TYPES,
      issues: [
        {
          code: "owner_unsupported",
          message: `owner.type must be one of ${CALLER_OWNER_TYPES.join(", ")}`,
          path: ["owner", "type"],
        },
      ],
    },
  );
}

/** `account_role_owner_mismatch` unless the role table allows the owner type for the role. */
export function refuseRole(
  role: RoleName,
  ownerType: OwnerType,
): Refusal<"account_role_owner_mismatch"> | undefined {
  const expectedOwnerTypes = roleEntryOf(role).ownerTypes;
  if (expectedOwnerTypes.includes(ownerType)) return undefined;
  const expected = expectedOwnerTypes.join(" or ");
  return refuse("account_role_owner_mismatch", `role ${role} is owned by ${expected}`, {
    role,
    ownerType,
    expectedOwnerTypes,
    issues: [
      {
        code: "owner_mismatch",
        message: `owner.type must be ${expected}`,
        path: ["owner", "type"],
      },
    ],
  });
}

function roleEntryOf(role: RoleName): AccountRole {
  return roleNamed(role) as AccountRole;
}

/** Refuses an owner that does not exist in this Product, is not active, or has too low a tier. */
export function refuseOwner(
  state: AccountState,
  realm: number,
  principal: Principal,
  owner: { type: CallerOwnerType; id: string },
  role: RoleName,
):
  | Refusal<
      | "resource_not_found"
      | "customer_not_found"
      | "customer_status_forbidden"
      | "entity_status_forbidden"
      | "customer_access_required"
      | "customer_access_status_forbidden"
      | "kyc_tier_insufficient"
    >
  | undefined {
  if (owner.type === "customer") return refuseCustomer(state, realm, principal, owner.id, role);
  const expectedId = owner.type === "product" ? principal.productId : principal.tenantId;
  if (owner.id === expectedId) return undefined;
  return refuse(
    "resource_not_found",
    noSuch(PREFIX_OF[owner.type], owner.id, "for this credential"),
    {
      resourceType: owner.type,
      [`${owner.type}Id`]: owner.id,
      issues: [
        {
          code: "not_found",
          message: `owner.id names no ${owner.type} of this credential`,
          path: ["owner", "id"],
        },
      ],
    },
  );
}

function refuseCustomer(
  state: AccountState,
  realm: number,
  principal: Principal,
  customerId: string,
  role: RoleName,
):
  | Refusal<
      | "customer_not_found"
      | "customer_status_forbidden"
      | "entity_status_forbidden"
      | "customer_access_required"
      | "customer_access_status_forbidden"
      | "kyc_tier_insufficient"
    >
  | undefined {
  const suffix = suffixOf("cust", customerId);
  const customer = suffix === undefined ? undefined : state.customers.get(realm, suffix);
  if (customer === undefined) {
    return refuse("customer_not_found", noSuchHere("cust", customerId), {
      customerId,
      issues: [{ code: "not_found", message: "owner.id names no customer", path: ["owner", "id"] }],
    });
  }
  const { status } = customer;
  if (status !== "active") {
    const message = `customer ${customerId} is ${status}, must be active`;
    return refuse("customer_status_forbidden", message, { customerId, status });
  }
  const entity = entityOf(state, realm, customer);
  const forbidden = refuseEntityStatus(entity) ?? refuseInactiveAccess(state, customer, principal);
  if (forbidden !== undefined) return forbidden;
  return refuseTier(entity, roleEntryOf(role).kycTier[principal.environment], `role ${role}`);
}
