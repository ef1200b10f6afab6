/** Mandates where a bank that speaks files collects: over a rail of which files have no debits there is none, so nobody finds that out with the first debit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileBank } from "../../../test/support/features/bank_message/file_bank.ts";
import {
  debtorMade,
  MANDATE_EVIDENCE,
  OVER_ACH,
} from "../../../test/support/features/consent/mandates.ts";
import { configured, PLATFORM } from "../../../test/support/features/provider/providers.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { consentCreate } from "./consent.create.ts";

const BANKS: Record<string, (world: World) => unknown> = {
  "a bank by files": (world) => fileBank(world),
  "a bank over HTTP": (world) => configured(world, "acme", "one", { ...PLATFORM, kind: "bank" }),
  nobody: () => undefined,
};
type Row = readonly [bank: string, environment: "live" | "sandbox", rail: string, refused: boolean];
const ROWS: readonly Row[] = [
  ["a bank by files", "live", "ach", true],
  ["a bank by files", "live", "sepa", false],
  ["a bank by files", "sandbox", "ach", false],
  ["a bank over HTTP", "live", "ach", false],
  ["nobody", "live", "ach", false],
];
for (const [bank, environment, rail, refused] of ROWS) {
  test(`consent: a mandate over ${rail} in ${environment}, where ${bank} collects -> ${refused ? "refused" : "made"}`, async () => {
    const world = await openWorld({ environment });
    BANKS[bank]?.(world);
    const { customerId, beneficiaryId } = await debtorMade(world, rail === "ach" ? OVER_ACH : {});
    const { productId } = world.principal;
    const draft = { productId, customerId, type: "collection", mandate: { beneficiaryId } };
    const { code, details, message } = world.run(consentCreate, {
      ...{ ...draft, evidence: MANDATE_EVIDENCE },
    });
    assert.equal(code, refused ? "state_constraint_failed" : undefined);
    if (!refused) return;
    assert.equal(details["constraint"], "mandate_rail");
    assert.match(
      message,
      /^the bank file-bank speaks files, which have no debits over ach; over sepa they have$/,
    );
  });
}
