/** For tests: rows that the decision tables of all changes of a financial address share. */
import assert from "node:assert/strict";
import { financialAddressRetire } from "../../../../src/features/financial_address/financial_address.retire.ts";
import type { FinancialAddressStatus } from "../../../../src/features/financial_address/financial_address_document.ts";
import type { Row } from "../../../world/decision_table.ts";
import { openAccount } from "../../../world/parties.ts";
import { unknownIds } from "../../../world/rows.ts";
import type { AnyWrite } from "../../../world/writing.ts";
import { arm } from "../entity/verifications.ts";
import { ALIAS, activeAddress, addressIn, changed, waitingAddress } from "./addresses.ts";

type Codes =
  | "financial_address_not_found"
  | "financial_address_lifecycle_status_forbidden"
  | "provider_egress_rejected"
  | "provider_egress_failed";
type Statuses = readonly FinancialAddressStatus[];

/** The refusal of a change of an address in `status`, where only those `allowed` can be changed so. */
export function forbidden(status: FinancialAddressStatus, allowed: Statuses) {
  return {
    code: "financial_address_lifecycle_status_forbidden",
    details: { status, allowed },
  } as const;
}

/**
 * Rows of addresses that no change but retiring can be asked of, and of ids that name none. The input of
 * the table names an address. `other`: a change that it allows, which its provider does not answer; it stays in `status`.
 */
export function barredRows(
  allowed: Statuses,
  { other, status }: { other: AnyWrite; status: FinancialAddressStatus },
): Row<Codes, object>[] {
  return [
    {
      title: "pending",
      input: ({ world }) => ({
        financialAddressId: activeAddress(world, openAccount(world), ALIAS).financialAddressId,
      }),
      ...forbidden("pending", allowed),
    },
    {
      title: "retired",
      input({ world }, base) {
        changed(world, financialAddressRetire, base);
        return base;
      },
      ...forbidden("retired", allowed),
    },
    {
      title: "failed",
      given: ({ world }) => arm(world, "reject"),
      input({ world }) {
        const { financialAddressId } = waitingAddress(world);
        world.passTime();
        return { financialAddressId };
      },
      ...forbidden("failed", allowed),
    },
    {
      title: "its provider is asked to change it, and has not answered",
      input({ world }, base) {
        arm(world, "timeout");
        changed(world, other, base);
        return base;
      },
      ...forbidden(status, allowed),
    },
    ...unknownIds({
      field: "financialAddressId",
      code: "financial_address_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
  ];
}

/** Rows of providers that do not carry the change out: the address stays in `status`. */
export function providerRows(status: FinancialAddressStatus): Row<Codes, object>[] {
  return [
    {
      title: "a provider that refuses",
      given: ({ world }) => arm(world, "reject"),
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check({ input }, { world }) {
        const { status: now, asked } = addressIn(world, String(input["financialAddressId"]));
        assert.deepEqual([now, asked], [status, undefined]);
      },
    },
    ...(["fail", "timeout"] as const).map(
      (mode): Row<Codes, object> => ({
        title: `a provider in mode ${mode}`,
        given: ({ world }) => arm(world, mode),
        code: "provider_egress_failed",
        details: { provider: "simulator" },
      }),
    ),
  ];
}
