/**
 * Scenarios by chance for a program: each step follows from a seed of its own, so that a scenario with fewer steps is
 * a scenario too, and a difference can be found in a short one.
 */

import { PAYOUT_ENDS } from "../../src/programs/action_schema.ts";
import type { FieldSource } from "../../src/programs/field_schema.ts";
import type { Program } from "../../src/programs/program_schema.ts";
import type { Scenario, ScenarioStep } from "../../src/programs/run/scenario_schema.ts";
import { Dice } from "./dice.ts";
import { payoutLabelsOf } from "./payout_generator.ts";

const CUSTOMERS = ["ada", "bob", "eve"] as const;
const CONSENTS = ["ada_yes", "bob_yes", "eve_yes"] as const;
const ACTORS = ["operator", "customer", "agent", "clock", "provider"] as const;
const AMOUNTS = ["0", "1", "9", "100", "2500", "10000"];
export const NOW_MS = Date.parse("2026-01-30T10:00:00.000Z");

/** Customers of both kinds and several tiers, with money and consents. */
function beginningOf(program: Program, seed: number): ScenarioStep[] {
  const dice = new Dice(seed);
  const currency = () => dice.pick(program.currencies);
  return [
    { customer: "ada", kind: "person", tier: dice.pick(["tier_3", "tier_3", "tier_2"]) },
    { customer: "bob", kind: "organization", tier: dice.pick(["tier_2", "tier_3"]) },
    { customer: "eve", kind: "person", tier: dice.pick(["tier_0", "tier_1", "tier_3"]) },
    ...CUSTOMERS.map(
      (name): ScenarioStep => ({
        fund: `customer(${name}).customer_balance`,
        amount: dice.pick(["3000", "100000", "100000", "5000000"]),
        currency: dice.chance(70) ? (program.currencies[0] as string) : currency(),
      }),
    ),
    ...Object.entries(program.accounts ?? {})
      .filter(([, { role }]) => role !== "product_revenue")
      .map(
        ([name, account]): ScenarioStep => ({
          fund: `product.${name}`,
          amount: dice.pick(["500", "1000000"]),
          currency: account.currency ?? (program.currencies[0] as string),
        }),
      ),
    { fund: "sink-1", amount: "10", currency: program.currencies[0] as string },
    ...CUSTOMERS.map(
      (name): ScenarioStep => ({
        consent: `${name}_yes`,
        of: name,
        ...(dice.chance(25) && { maxAmount: dice.pick(["100", "5000"]) }),
        ...(dice.chance(25) && { maxTotal: dice.pick(["300", "8000"]) }),
        ...(dice.chance(25) && { maxCount: 1 + dice.below(4) }),
        ...(dice.chance(25) && { expiresAt: dice.pick(["P20D", "P90D"]) }),
      }),
    ),
  ];
}

/** Objects to begin with, most of them as the program wants them. */
function objectsOf(program: Program, seed: number): ScenarioStep[] {
  const dice = new Dice(seed);
  const [main = "", ...others] = Object.keys(program.nouns);
  return [...others, main, main].map((kind) => createStep(program, dice, kind));
}

/** A whole scenario. `steps`: a seed for each step after the beginning. */
export function scenarioOf(program: Program, seed: number, steps: readonly number[]): Scenario {
  return [
    ...beginningOf(program, seed),
    ...objectsOf(program, seed),
    ...steps.map((each) => stepOf(program, each)),
  ];
}

function stepOf(program: Program, seed: number): ScenarioStep {
  const dice = new Dice(seed);
  const kinds = Object.keys(program.nouns);
  const main = kinds[0] as string;
  const payouts = payoutLabelsOf(program, main);
  if (payouts.length > 0 && dice.chance(45)) return payoutStep(program, dice, main, payouts);
  const roll = dice.below(100);
  if (roll < 22) return createStep(program, dice, dice.chance(75) ? main : dice.pick(kinds));
  if (roll < 66) return callStep(program, dice, dice.chance(85) ? main : dice.pick(kinds));
  if (roll < 84) {
    return {
      advance: dice.pick(["PT1H", "PT13H", "P1D", "P3D", "P10D", "P31D", "P100D", "P400D"]),
    };
  }
  if (roll < 91) {
    const gates = kinds.flatMap((kind) => Object.keys(program.nouns[kind]?.decisions ?? {}));
    return {
      decide: gates.length > 0 ? dice.pick(gates) : "none",
      ...objectIn(dice, dice.pick(kinds)),
      outcome: dice.pick(["approve", "approve", "decline"]),
      ...(dice.chance(15) && { as: dice.pick(ACTORS) }),
    };
  }
  if (roll < 94) {
    const name = dice.pick(CUSTOMERS);
    return { fund: `customer(${name}).customer_balance`, amount: "700", currency: "EUR" };
  }
  if (roll < 97) {
    const customer = dice.pick(CUSTOMERS);
    return {
      customer,
      kind: customer === "bob" ? "organization" : "person",
      ...(dice.chance(30) && { tier: dice.pick(["tier_0", "tier_2", "tier_3"] as const) }),
      status: dice.pick(["active", "active", "active", "suspended", "closed"]),
    };
  }
  const at = dice.below(3);
  return {
    consent: CONSENTS[at] as string,
    of: CUSTOMERS[at] as string,
    status: dice.pick(["active", "active", "revoked", "pending", "expired", "rejected"]),
    ...(dice.chance(30) && { verified: dice.chance(50) }),
  };
}

/** What leads to a payout of an object: money on its account, the action that pays, and the end. */
function payoutStep(
  program: Program,
  dice: Dice,
  kind: string,
  payouts: ReturnType<typeof payoutLabelsOf>,
): ScenarioStep {
  const object = dice.chance(80) ? { object: `${kind}-1` } : objectIn(dice, kind);
  const { action, label } = dice.pick(payouts);
  const roll = dice.below(100);
  if (roll < 40) return { payout: label, ended: dice.pick(PAYOUT_ENDS), ...object };
  const { actions = {} } = program.nouns[kind] ?? {};
  const filling = Object.keys(actions).filter((name) =>
    actions[name]?.moves?.some(({ to }) => typeof to === "string" && to.startsWith("own.")),
  );
  const name = roll < 75 || filling.length === 0 ? action : dice.pick(filling);
  return callStep(program, dice, kind, { name, ...object });
}

function objectIn(dice: Dice, kind: string): { object?: number | string } {
  if (dice.chance(15)) return {};
  if (dice.chance(5)) return { object: dice.below(4) };
  return { object: `${kind}-${dice.chance(60) ? 1 : 1 + dice.below(3)}` };
}

function callerIn(dice: Dice): { as?: (typeof ACTORS)[number]; customer?: string } {
  if (dice.chance(45)) return {};
  const as = dice.chance(75) ? "customer" : dice.pick(ACTORS);
  return as === "customer" && dice.chance(25) ? { as, customer: dice.pick(CUSTOMERS) } : { as };
}

function createStep(program: Program, dice: Dice, kind: string): ScenarioStep {
  const fields = valuesOf(program, dice, program.nouns[kind]?.fields ?? {});
  const total = fields["total"];
  const { lines } = fields;
  if (Array.isArray(lines) && typeof total === "string" && /^\d+$/.test(total) && dice.chance(80)) {
    const half = BigInt(total) / 2n;
    const parts = [half, BigInt(total) - half];
    fields["lines"] = parts.map((amount) => ({ amount: String(amount), label: "x" }));
  }
  if (dice.chance(85)) suit(program, kind, fields, dice);
  return { create: kind, fields, ...(dice.chance(85) ? {} : callerIn(dice)) };
}

/** A subject whom the noun accepts, with a consent of its own and an object of its own to refer to. */
function suit(program: Program, kind: string, fields: Record<string, unknown>, dice: Dice): void {
  const noun = program.nouns[kind];
  const kinds: readonly string[] = noun?.subject?.kinds ?? ["person"];
  const who = kinds.includes("person") ? "ada" : "bob";
  for (const [name, { type, kind: target }] of Object.entries(noun?.fields ?? {})) {
    if (name === noun?.subject?.field) fields[name] = who;
    if (type === "consent") fields[name] = `${who}_yes`;
    if (type === "ref" && fields[name] !== undefined && dice.chance(70))
      fields[name] = `${target}-1`;
    if (type === "currency") fields[name] = program.currencies[0];
  }
}

/** `wanted`: the action that is called, and of which object, where that is not left to chance. */
function callStep(
  program: Program,
  dice: Dice,
  kind: string,
  wanted?: { name: string; object?: number | string },
): ScenarioStep {
  const actions = program.nouns[kind]?.actions ?? {};
  const action = wanted?.name ?? dice.pick(Object.keys(actions));
  const input = valuesOf(program, dice, actions[action]?.input ?? {});
  // Who may call is often the one who does.
  const port = Object.values(program.ports).find(({ allow }) =>
    allow.includes(`${kind}.${action}`),
  );
  const actor = port?.actors[0] ?? "operator";
  const caller = dice.chance(80) ? { as: actor } : callerIn(dice);
  const { object } = wanted ?? objectIn(dice, kind);
  return { call: action, ...(object !== undefined && { object }), input, ...caller };
}

function valuesOf(
  program: Program,
  dice: Dice,
  declared: Readonly<Record<string, FieldSource>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(declared)) {
    if (dice.chance(field.required === true ? 1 : 45)) continue;
    values[name] = dice.chance(1)
      ? dice.pick([7, "x", true, -1, "", []])
      : valueIn(program, dice, field);
  }
  if (dice.chance(1)) values["unknown"] = 1;
  return values;
}

function valueIn(program: Program, dice: Dice, field: FieldSource): unknown {
  const { type, min, max } = field;
  switch (type) {
    case "customer":
      return dice.chance(2) ? "nobody" : dice.pick(["ada", "ada", "bob", "eve"]);
    case "consent":
      return dice.chance(2) ? "nothing" : dice.pick(["ada_yes", "ada_yes", "bob_yes", "eve_yes"]);
    case "ref":
      return `${field.kind}-${1 + dice.below(3)}`;
    case "beneficiary":
      return dice.pick(["bank-1", "bank-1", "bank-2"]);
    case "account":
      return dice.pick(["sink-1", "sink-1", "sink-2", "nowhere"]);
    case "currency":
      return dice.pick(program.currencies);
    case "amount": {
      const most = BigInt(max ?? 10_000) + (dice.chance(2) ? 1n : 0n);
      if (dice.chance(30)) return dice.pick(AMOUNTS);
      const least = BigInt(min ?? 0);
      const range = most - least > 30_000n ? 30_000n : most - least;
      return String(least + BigInt(dice.below(Number(range) + 1)));
    }
    case "int":
    case "bps":
      return (
        Number(min ?? 0) + dice.below(Math.min(Number(max ?? 400), 400) + (dice.chance(2) ? 2 : 1))
      );
    case "bool":
      return dice.chance(50);
    case "date":
      return dice.pick(["2026-01-31", "2026-02-28", "2026-03-15", "2025-12-01", "2028-02-29"]);
    case "time":
      return dice.pick([
        "2026-01-31T23:59:59Z",
        "2026-02-10T10:00:00.500Z",
        "2025-05-05T05:05:05Z",
      ]);
    case "duration":
      return dice.pick(["P1D", "PT30M", "P2W", "P1DT12H"]);
    case "enum":
      return dice.pick(field.values ?? ["none"]);
    case "list":
      return Array.from({ length: dice.below(4) }, () => ({
        amount: dice.pick(AMOUNTS),
        label: "x",
      }));
    default:
      return dice.pick(["yes", "no", "a longer text"]);
  }
}
