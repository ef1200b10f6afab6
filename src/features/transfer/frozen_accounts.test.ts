/**
 * What a freeze refuses: by its plane and its mode, by the direction of the money, and by whether the
 * request names the account or the platform determines it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Direction,
  MOVEMENTS,
  type Movement,
  prepareMovements,
} from "../../../test/support/features/transfer/movements.ts";
import { freeze, freezeAsPlatform, openAccount } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import type { FreezeMode } from "../ledger/account_document.ts";

type Standing = { tenant?: FreezeMode; platform?: FreezeMode };
const MODES = ["debits", "all"] as const;
const FREEZES: readonly Standing[] = [
  ...MODES.map((tenant) => ({ tenant })),
  ...MODES.map((platform) => ({ platform })),
  ...MODES.flatMap((tenant) => MODES.map((platform) => ({ tenant, platform }))),
];
const WORDINGS = { tenant: "review", platform: "frozen by the platform" } as const;

/** The code of the refusal; undefined where the money moves. */
function codeOf({ by }: Movement, direction: Direction, mode: FreezeMode): string | undefined {
  if (by === "nobody") return undefined;
  if (by === "platform")
    return direction === "debit" || mode === "all" ? "account_frozen" : undefined;
  return `${direction === "debit" ? "source" : "destination"}_account_status_forbidden`;
}

/** The freeze that a message names: the strictest, and of two equally strict ones the platform's. */
function namedOf({ tenant, platform }: Standing): { mode: FreezeMode; wording: string } {
  const mode = tenant === "all" || platform === "all" ? "all" : "debits";
  return { mode, wording: platform === mode ? WORDINGS.platform : WORDINGS.tenant };
}

for (const standing of FREEZES) {
  const planes = Object.entries(standing).map(([plane, mode]) => `${plane} ${mode}`);
  test(`freeze: ${planes.join(" and ")}, each movement and direction -> as its mode says`, async () => {
    for (const movement of MOVEMENTS) {
      for (const direction of movement.directions) {
        const world = await openWorld();
        const given = prepareMovements(world, openAccount(world), openAccount(world));
        const frozen = direction === "debit" ? given.source : given.destination;
        if (standing.tenant !== undefined) freeze(world, frozen, standing.tenant);
        if (standing.platform !== undefined) {
          freezeAsPlatform(world, frozen, standing.platform);
        }
        const { code, message, details } = movement.move(given);
        const { mode, wording } = namedOf(standing);
        assert.equal(code, codeOf(movement, direction, mode), `${movement.name}, ${direction}`);
        if (code === undefined) continue;
        const said = `account ${frozen} is frozen (${mode}): ${wording}`;
        assert.equal(message.replace("item 0: ", ""), said);
        assert.equal(details["accountId"], frozen);
        if (code === "account_frozen") assert.equal(details["mode"], mode);
        else assert.equal(details["status"], "frozen");
        assert.equal("reason" in details, false);
      }
    }
  });
}
