/**
 * What a freeze refuses: by its plane and its mode, by the direction of the money, and by whether the
 * request names the account or the platform determines it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  advanceClock,
  at,
  freeze,
  freezeAsPlatform,
  fund,
  HOUR_MS,
  hold,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Outcome } from "../../../test/world/writing.ts";
import type { FreezeMode } from "../ledger/account_document.ts";
import { sandboxAccountFundingCreate } from "../sandbox/sandbox.account_funding.create.ts";
import { transferHoldCancel } from "../transfer_hold/transfer_hold.cancel.ts";
import { transferHoldClear } from "../transfer_hold/transfer_hold.clear.ts";
import { transferHoldCreate } from "../transfer_hold/transfer_hold.create.ts";
import { transferBatchCreate } from "./transfer.batch.create.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferReverse } from "./transfer.reverse.ts";

type Direction = "debit" | "credit";
/**
 * Two accounts with money. The hold and the reversal of the transfer `sentId` move money from `source`
 * to `destination` too; both are made before an account is frozen.
 */
type Given = { world: World; source: string; destination: string; holdId: string; sentId: string };
type Movement = {
  name: string;
  /** Who says which accounts the money moves between. */
  by: "caller" | "platform" | "nobody";
  directions: readonly Direction[];
  move(given: Given): Outcome;
};

const parties = ({ source, destination }: Given) => ({
  ...{ sourceAccountId: source, destinationAccountId: destination, amount: "1", currency: "EUR" },
});
const BOTH = ["debit", "credit"] as const;

const MOVEMENTS: readonly Movement[] = [
  {
    name: "transfer.create",
    by: "caller",
    directions: BOTH,
    move: (given) => given.world.run(transferCreate, parties(given)),
  },
  {
    name: "transfer.batch.create",
    by: "caller",
    directions: BOTH,
    move: (given) =>
      given.world.run(transferBatchCreate, { items: [parties(given)], atomic: true }),
  },
  {
    name: "transfer_hold.create",
    by: "caller",
    directions: BOTH,
    move: (given) =>
      given.world.run(transferHoldCreate, { ...parties(given), expiresAt: at(HOUR_MS) }),
  },
  {
    name: "sandbox.account_funding.create",
    by: "caller",
    directions: ["credit"],
    move: (given) => {
      const { sourceAccountId: _, ...draft } = parties(given);
      return given.world.run(sandboxAccountFundingCreate, draft);
    },
  },
  {
    name: "transfer_hold.clear",
    by: "platform",
    directions: BOTH,
    move: ({ world, holdId }) => world.run(transferHoldClear, { transferHoldId: holdId }),
  },
  {
    name: "transfer.reverse",
    by: "platform",
    directions: BOTH,
    move: ({ world, sentId }) => world.run(transferReverse, { transferId: sentId, reason: "x" }),
  },
  {
    name: "transfer_hold.cancel",
    by: "nobody",
    directions: BOTH,
    move: ({ world, holdId }) => world.run(transferHoldCancel, { transferHoldId: holdId }),
  },
  {
    name: "transfer_hold.expire",
    by: "nobody",
    directions: BOTH,
    move: ({ world }) => advanceClock(world, at(HOUR_MS)).steps[0] as Outcome,
  },
];

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

async function givenOf(): Promise<Given> {
  const world = await openWorld();
  const [source, destination] = [openAccount(world), openAccount(world)];
  for (const accountId of [source, destination]) fund(world, accountId, 100n);
  const { transferHoldId: holdId } = hold(world, source, destination, "1");
  const { transferId: sentId } = transfer(world, destination, source, "1");
  return { world, source, destination, holdId, sentId };
}

for (const standing of FREEZES) {
  const planes = Object.entries(standing).map(([plane, mode]) => `${plane} ${mode}`);
  test(`freeze: ${planes.join(" and ")}, each movement and direction -> as its mode says`, async () => {
    for (const movement of MOVEMENTS) {
      for (const direction of movement.directions) {
        const given = await givenOf();
        const frozen = direction === "debit" ? given.source : given.destination;
        if (standing.tenant !== undefined) freeze(given.world, frozen, standing.tenant);
        if (standing.platform !== undefined) {
          freezeAsPlatform(given.world, frozen, standing.platform);
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
