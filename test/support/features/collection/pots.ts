/** For tests: a program whose objects have an account of their own, and whose Product may collect. */
import type { World } from "../../../world/world.ts";
import { objectMade, runProgram } from "../object/objects.ts";

const OWNER = "customer(fields.owner).customer_balance";
const move = (from: string, to: string) => [{ label: "move", amount: "input.amount", from, to }];
const input = { amount: { type: "amount", required: true } };

const POTS = {
  language: "blueprint/1",
  name: "Pots",
  currencies: ["EUR"],
  nouns: {
    pot: {
      subject: { field: "owner" },
      currency: "'EUR'",
      fields: {
        owner: { type: "customer", required: true },
        mandate: { type: "consent", consentType: "collection" },
      },
      own: { pot: { currency: "'EUR'", drainBefore: ["ended"] } },
      states: { open: { initial: true }, ended: { terminal: true } },
      actions: {
        fill: { from: ["open"], to: "open", input, moves: move(OWNER, "own.pot") },
        empty: { from: ["open"], to: "open", input, moves: move("own.pot", OWNER) },
        end: { from: ["open"], to: "ended" },
      },
    },
  },
  ports: {
    operator: { actors: ["operator"], allow: ["pot.create", "pot.empty", "pot.end"] },
    owner: { actors: ["customer"], as: "subject", allow: ["pot.fill"] },
  },
};

/** The Product runs the program. Returns the own account of a new pot of the customer. */
export function potOf(world: World, customerId: string): string {
  runProgram(world, POTS, 9);
  const pot = objectMade(world, "pot", { owner: customerId });
  return pot.ownAccounts[0]?.accountId ?? "";
}
