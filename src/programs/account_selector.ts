/**
 * Which account an expression names: one of the object, of the Product, of a customer, or of another object. What a move pays
 * may also be a beneficiary: whoever has an account outside of the Product.
 */
import { didYouMean } from "../base/nearest.ts";
import type { Expression } from "./expression.ts";
import { quoted, thereAre } from "./finding.ts";
import { type PlatformTerms, rolesOf } from "./platform_terms.ts";
import { type NameFault, type Scope, unknownName } from "./scope.ts";
import { typeName } from "./value_type.ts";

export type AccountSelector =
  | { kind: "own"; name: string }
  | { kind: "product"; name: string }
  /** The account of the role in the noun's currency that the customer in the field has. */
  | { kind: "customer"; field: readonly string[]; role: string }
  /** The account whose id a field has. */
  | { kind: "field"; names: readonly string[] }
  /** An own account of the object that a reference names. */
  | { kind: "ref"; field: string; target: string; name: string }
  /** Whom a field names, to be paid by a payout: only a destination. */
  | { kind: "beneficiary"; names: readonly string[] }
  /** The consent of a field, by whose mandate a bank collects: only a source. */
  | { kind: "mandate"; names: readonly string[] };

/** Where an account stands: in `from` of a move, in `to` of one, or in `balance`. */
export type AccountUse = "source" | "destination" | "balance";

const FORMS =
  "An account is own.escrow, product.revenue, customer(fields.payer).customer_balance, fields.<an account field> or ref.order.own.escrow.";

/** `place`: a destination may be a beneficiary, a source a mandate. */
export function selectorOf(
  expression: Expression,
  scope: Scope,
  terms: PlatformTerms,
  place: AccountUse = "balance",
): AccountSelector | NameFault | undefined {
  if (expression.kind === "call") return ofCustomer(expression, scope, terms);
  if (expression.kind !== "path") return { message: "this names no account", hint: FORMS };
  const { names } = expression;
  const [root = "", name = "", part, own = "", ...more] = names;
  switch (root) {
    case "own":
    case "product": {
      const declared = root === "own" ? (scope.noun.own ?? {}) : (scope.program.accounts ?? {});
      const what = root === "own" ? `an own account of ${scope.kind}` : "an account of the Product";
      if (!Object.hasOwn(declared, name)) return unknownName(name, Object.keys(declared), what);
      if (part !== undefined) return { message: `nothing follows ${root}.${name}`, hint: FORMS };
      if (root === "own") scope.uses.add(scope.kind, "own", name);
      else scope.uses.add("program", "accounts", name);
      return { kind: root, name };
    }
    case "ref": {
      if (part !== "own" || more.length > 0)
        return { message: "this names no account", hint: FORMS };
      return ofReference(name, own, scope);
    }
    case "fields":
    case "input": {
      const found = scope.resolve(names);
      if (found === undefined || "message" in found) return found;
      if (found.type.type === "account") return { kind: "field", names };
      if (found.type.type === "beneficiary") return ofBeneficiary(names, place);
      if (found.type.type === "consent") return ofMandate(names, place);
      const message = `${quoted(names.join("."))} is ${typeName(found.type)}, and no account`;
      const hint =
        found.type.type === "customer"
          ? `Write customer(${names.join(".")}).customer_balance.`
          : FORMS;
      return { message, hint };
    }
    default:
      return { message: `${quoted(names.join("."))} names no account`, hint: FORMS };
  }
}

function ofMandate(names: readonly string[], place: AccountUse): AccountSelector | NameFault {
  if (place === "source") return { kind: "mandate", names };
  const message = `${quoted(names.join("."))} is a consent, by whose mandate a bank collects`;
  return { message, hint: `A consent stands in "from" alone. ${FORMS}` };
}

function ofBeneficiary(names: readonly string[], place: AccountUse): AccountSelector | NameFault {
  if (place === "destination") return { kind: "beneficiary", names };
  const message = `${quoted(names.join("."))} is a beneficiary, who is paid, and whose accounts nobody here knows`;
  return { message, hint: `A beneficiary stands in "to" alone. ${FORMS}` };
}

function ofReference(
  field: string,
  name: string,
  scope: Scope,
): AccountSelector | NameFault | undefined {
  const target = scope.refKind(field);
  if (typeof target !== "string") return target;
  // That there is no such noun is a finding of the reference.
  if (!Object.hasOwn(scope.program.nouns, target)) return undefined;
  const own = scope.program.nouns[target]?.own ?? {};
  if (!Object.hasOwn(own, name)) {
    return unknownName(name, Object.keys(own), `an own account of ${target}`);
  }
  scope.uses.add(target, "own", name);
  if (own[name]?.export === true) return { kind: "ref", field, target, name };
  const message = `${target} does not export its account ${quoted(name)}`;
  return { message, hint: `Give the own account of ${target} "export": true.` };
}

function ofCustomer(
  { name, args, names }: Extract<Expression, { kind: "call" }>,
  scope: Scope,
  terms: PlatformTerms,
): AccountSelector | NameFault | undefined {
  if (name !== "customer") return { message: `${quoted(name)} names no account`, hint: FORMS };
  const [customer, ...moreArguments] = args;
  const [role, ...moreNames] = names;
  const roles = rolesOf(terms, "customer");
  if (customer?.kind !== "path" || moreArguments.length > 0) {
    return { message: "customer() takes a field with a customer", hint: FORMS };
  }
  const found = scope.resolve(customer.names);
  if (found === undefined || "message" in found) return found;
  if (found.type.type !== "customer") {
    const message = `${quoted(customer.names.join("."))} is no customer`;
    return { message, hint: "The field must have the type customer." };
  }
  if (role === undefined || moreNames.length > 0) {
    const message = "the role of the customer's account is missing";
    return { message, hint: `Write customer(${customer.names.join(".")}).customer_balance.` };
  }
  if (roles.includes(role)) return { kind: "customer", field: customer.names, role };
  const message = `${quoted(role)} is no role of a customer's account${didYouMean(role, roles)}`;
  return { message, hint: thereAre(roles) };
}
