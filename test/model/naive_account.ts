/** The account that an expression names, as balances of a trace name it: `product.revenue.USD`. */
import type { Expression } from "../../src/programs/expression.ts";
import { currencyOf, type Place, pathOf } from "./naive_expression.ts";
import { refuse } from "./naive_value.ts";
import { objectOf } from "./naive_world.ts";

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
      return `account(${account}).${currencyOf(world, object)}`;
    }
  }
}
