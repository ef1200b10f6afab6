/**
 * The account that an expression names, as balances of a trace name it: `product.revenue.USD`; who is paid outside stands for
 * an account too. And what an account may spend.
 */
import type { Expression } from "../../src/programs/expression.ts";
import { currencyOf, type Place, pathOf } from "./naive_expression.ts";
import { refuse } from "./naive_value.ts";
import { nounOf, objectOf, type World } from "./naive_world.ts";

/** By the type of a field: what stands for an account where the field names none. */
const NAMED: Readonly<Record<string, string>> = { beneficiary: "beneficiary", consent: "mandate" };

export function accountOf(tree: Expression, place: Place): string {
  const { world, object } = place;
  if (tree.kind === "call") {
    const [field] = tree.args;
    const customer = field?.kind === "path" ? pathOf(field.names, place) : undefined;
    if (customer === undefined) refuse("state_constraint_failed", "no customer is given");
    return `customer(${customer}).${tree.names[0]}.${currencyOf(world, object)}`;
  }
  if (tree.kind !== "path") throw new Error("the expression names no account");
  const [root = "", name = "", , own = ""] = tree.names;
  switch (root) {
    case "own":
      return `${object.objectId}.own.${name}.${currencyOf(world, object)}`;
    case "product":
      return `product.${name}.${currencyOf(world, object)}`;
    case "ref": {
      const other = object.fields.get(name);
      if (other === undefined) refuse("state_constraint_failed", `${name} is not given`);
      const target = objectOf(world, String(other));
      return `${target.objectId}.own.${own}.${currencyOf(world, target)}`;
    }
    default: {
      const account = pathOf(tree.names, place);
      if (account === undefined) refuse("state_constraint_failed", "no account is given");
      const named = NAMED[typeOf(tree.names, place) ?? ""] ?? "account";
      return `${named}(${account}).${currencyOf(world, object)}`;
    }
  }
}

/** The type of the field, or of the input, that the path leads to. */
function typeOf([root = "", name = ""]: readonly string[], place: Place): string | undefined {
  const { fields, actions } = nounOf(place.world, place.object.kind);
  const declared = root === "input" ? actions[place.action ?? ""]?.input : fields;
  return declared?.[name]?.type;
}

/** Whether what stands for an account is a beneficiary: money that is paid to it leaves by a payout. */
export function isOutside(account: string): boolean {
  return account.startsWith("beneficiary(");
}

/** Whether what stands for an account is a mandate: a bank is asked for the money, and it comes when the bank has it. */
export function isAsked(account: string): boolean {
  return account.startsWith("mandate(");
}

/** What payouts that have not ended have reserved of the account. */
export function reservedOn(world: World, account: string): bigint {
  const open = world.payouts.filter(
    ({ from, status }) => from === account && status === "processing",
  );
  return open.reduce((total, { amount }) => total + amount, 0n);
}

/** What the account may spend: all that it holds, but for what is reserved. */
export function availableOn(world: World, account: string): bigint {
  const held = world.balances.get(account) ?? 0n;
  return world.off.has("reservations") ? held : held - reservedOn(world, account);
}

/** What counts as the account's money: what is under way is on it until it has left. */
export function heldOn(world: World, account: string): bigint {
  const held = world.balances.get(account) ?? 0n;
  return world.off.has("money_under_way") ? held - reservedOn(world, account) : held;
}
