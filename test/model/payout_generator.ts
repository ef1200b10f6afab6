/** Payouts by chance of the noun `deal`: an action that pays a beneficiary, and what is called when the payout has ended. */
import { PAYOUT_ENDS } from "../../src/programs/action_schema.ts";
import type { Program } from "../../src/programs/program_schema.ts";
import { splitsOf } from "./action_generator.ts";
import type { Dice } from "./dice.ts";
import { amount, type Names } from "./expression_generator.ts";

type Json = Record<string, unknown>;
const OPEN = ["start", "middle", "late"];
type Actions = Readonly<Record<string, Json>>;

/** `actions`: those that the noun has without payouts. */
export function payoutActionsOf(names: Names, actions: Actions): Json {
  const { dice, fields } = names;
  const added: Record<string, Json> = {
    sent: { from: ["middle", "late"], to: dice.pick(["middle", "late", "done"]) },
    unsent: { from: dice.some(["middle", "late"], 1), to: dice.pick(["start", "middle"]) },
  };
  const callable = Object.entries({ ...actions, ...added })
    .filter(([, action]) => mayFollow(action))
    .map(([name]) => name);
  const finish = actions["finish"];
  if (finish !== undefined && "bank" in fields && dice.chance(40)) {
    added["finish"] = { ...finish, moves: [...movesOf(finish), lastPayout(dice)] };
  }
  added["send"] = sendOf(names, callable);
  return added;
}

/** The clock calls it without input, and takes no customer's money by it. */
function mayFollow(action: Json): boolean {
  const inputs = Object.values((action["input"] ?? {}) as Actions);
  if (inputs.some(({ required }) => required === true) || "gate" in action) return false;
  return !JSON.stringify(action).includes('"from":"customer(');
}

function movesOf(action: Json): Json[] {
  return (action["moves"] ?? []) as Json[];
}

function sendOf(names: Names, callable: readonly string[]): Json {
  const { dice, fields } = names;
  const isGiven = !("bank" in fields) || dice.chance(25);
  const bank = isGiven ? "input.bank" : "fields.bank";
  const from = names.own.length > 0 && dice.chance(65) ? "own.escrow" : "product.reserve";
  const sizes = ["fields.extra", `min(balance(${from}), ${amount(names, 1)})`];
  const move = {
    label: "send",
    amount: dice.pick([`balance(${from})`, `balance(${from})`, ...sizes]),
    from,
  };
  const then = thenOf(dice, callable);
  const parts = splitsOf(names, "send", bank);
  const last = { ...parts.at(-1), ...then };
  const again = { ...move, label: "rest", amount: amount(names, 1), to: bank };
  return {
    from: dice.chance(70) ? OPEN : dice.some(OPEN, 1),
    to: dice.pick(["middle", "middle", "late"]),
    ...(isGiven && { input: { bank: { type: "beneficiary", required: true } } }),
    moves: [
      dice.chance(40)
        ? { ...move, to: [...parts.slice(0, -1), last] }
        : { ...move, to: bank, ...then },
      ...(dice.chance(30) ? [again] : []),
    ],
  };
}

/** A payout of an action that ends its object. */
function lastPayout(dice: Dice): Json {
  const size = dice.pick(["fields.extra", "amount('5')"]);
  const then = thenOf(dice, ["sent", "unsent"]);
  return { label: "last", amount: size, from: "product.reserve", to: "fields.bank", ...then };
}

function thenOf(dice: Dice, callable: readonly string[]): Json {
  const ends = dice.some(PAYOUT_ENDS, 1);
  // biome-ignore lint/suspicious/noThenProperty: the word of the language
  return { then: Object.fromEntries(ends.map((end) => [end, dice.pick(callable)])) };
}

/** The actions of the noun that pay beneficiaries, each with the labels under which they do. */
export function payoutLabelsOf(
  program: Program,
  kind: string,
): { action: string; label: string }[] {
  const { actions = {}, fields = {} } = program.nouns[kind] ?? {};
  return Object.entries(actions).flatMap(([action, { moves = [], input = {} }]) =>
    moves
      .flatMap(({ label, to }) => (typeof to === "string" ? [{ label, account: to }] : to))
      .filter(({ account }) => {
        const [root, name = ""] = account.split(".");
        return (root === "input" ? input : fields)[name]?.type === "beneficiary";
      })
      .map(({ label }) => ({ action, label })),
  );
}
