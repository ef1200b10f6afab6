/** The accounts that a program names, as functions of an evaluation. */
import { invariant } from "../../base/invariant.ts";
import type { AccountSelector } from "../account_selector.ts";
import type { Expression } from "../expression.ts";
import {
  type Account,
  customerAccount,
  debitedMandate,
  namedAccount,
  paidBeneficiary,
  productAccount,
} from "./account.ts";
import { accountOf, type Evaluation } from "./evaluation.ts";
import type { Names } from "./names.ts";
import { stopAt } from "./refused.ts";

export type CompiledAccount = (call: Evaluation) => Account;

/** The account that the selector names in each call. `selector` is undefined in no accepted program. */
export function compileAccount(
  selector: AccountSelector | undefined,
  names: Names,
): CompiledAccount {
  invariant(selector !== undefined, "an account of an accepted program is known");
  switch (selector.kind) {
    case "own": {
      const { name } = selector;
      return (call) => call.ownAccount(name);
    }
    case "product": {
      const { name } = selector;
      const { role, currency } = names.productAccount(name);
      return (call) => productAccount(name, role, currency ?? call.currency);
    }
    case "customer": {
      const customer = idAt(selector.field);
      const { role } = selector;
      return (call) => customerAccount(customer(call), role, call.currency);
    }
    case "field": {
      const account = idAt(selector.names);
      return (call) => namedAccount(account(call), call.currency);
    }
    case "beneficiary": {
      const beneficiary = idAt(selector.names);
      return (call) => paidBeneficiary(beneficiary(call), call.currency);
    }
    case "mandate": {
      const consent = idAt(selector.names);
      return (call) => debitedMandate(consent(call), call.currency);
    }
    case "ref": {
      const { field, target, name } = selector;
      return (call) => {
        const owner = call.reference(field, target);
        return accountOf(owner, name, owner.currency ?? call.currency);
      };
    }
  }
}

function idAt([root = "", name = ""]: readonly string[]): (call: Evaluation) => string {
  const fieldsOf =
    root === "input" ? (call: Evaluation) => call.input : (call: Evaluation) => call.fields;
  return (call) => {
    const id = fieldsOf(call).get(name);
    return typeof id === "string" ? id : stopAt("missing_value", `${root}.${name} has no value`);
  };
}

/** The account that the argument of `balance` names; it was checked when the program was typed. */
export function selectorIn(expression: Expression | undefined, names: Names): AccountSelector {
  if (expression?.kind === "call") {
    const [customer] = expression.args;
    const [role = ""] = expression.names;
    invariant(customer?.kind === "path", "customer() takes a field");
    return { kind: "customer", field: customer.names, role };
  }
  invariant(expression?.kind === "path", "an account is a path or a customer's");
  const [root, name = "", , own = ""] = expression.names;
  if (root === "own" || root === "product") return { kind: root, name };
  if (root !== "ref") return { kind: "field", names: expression.names };
  return { kind: "ref", field: name, target: names.source.fields[name]?.kind ?? "", name: own };
}
