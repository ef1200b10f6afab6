/**
 * Programs by chance that are legal and small, and together use every construct of the language: a noun `deal` with
 * fields of all types, and a noun `base` that deals refer to.
 */
import type { TypedProgram } from "../../src/programs/typed_program.ts";
import { checked } from "../support/programs/programs.ts";
import { actionsOf } from "./action_generator.ts";
import { Dice } from "./dice.ts";
import { amount, type Names } from "./expression_generator.ts";
import { payoutActionsOf } from "./payout_generator.ts";
import { schedulesOf } from "./schedule_generator.ts";

type Json = Record<string, unknown>;
/** Programs that are tried for one seed: few have an error, such as a state that nothing leads to. */
const TRIES_MAX = 60;

export function programOf(seed: number): TypedProgram {
  for (let turn = 0; turn < TRIES_MAX; turn++) {
    const { typed, hasErrors } = checked(sourceOf(new Dice(seed * 1_000 + turn)));
    if (typed !== undefined && !hasErrors) return typed;
  }
  throw new Error(`seed ${seed} makes no legal program in ${TRIES_MAX} turns`);
}

export function sourceOf(dice: Dice): Json {
  const currencies = dice.chance(30) ? ["EUR", "USD"] : ["EUR"];
  const hasRef = dice.chance(50);
  const isFree = currencies.length > 1 && dice.chance(70);
  const deal = dealOf(dice, { hasRef, isFree });
  const nouns: Json = { deal: deal.noun, ...(hasRef && { base: baseOf(isFree) }) };
  return {
    language: "blueprint/1",
    name: "Made by chance",
    currencies,
    accounts: {
      working: { role: "product_operating", owner: "product" },
      income: { role: "product_revenue", owner: "product" },
      reserve: { role: "product_reserve", owner: "product" },
    },
    nouns,
    ports: portsOf(dice, deal.actions, hasRef),
    limits: limitsOf(dice, deal.names),
    books: { revenue: ["revenue.fee"] },
  };
}

function fieldsOf(dice: Dice, { hasRef, isFree }: { hasRef: boolean; isFree: boolean }): Json {
  const maybe = (percent: number, fields: Json): Json => (dice.chance(percent) ? fields : {});
  const exclusive = dice.chance(60) ? { exclusive: true } : {};
  const congruent = dice.some(["currency", "subject"]);
  if (isFree && !congruent.includes("currency")) congruent.unshift("currency");
  return {
    payer: { type: "customer", required: true, immutable: true },
    payee: { type: "customer", required: true, immutable: true },
    ...(isFree && { currency: { type: "currency", required: true, immutable: true } }),
    total: { type: "amount", required: true, immutable: true, min: "1", max: "20000" },
    extra: { type: "amount", default: "30", immutable: true, max: "5000" },
    count: { type: "int", default: 3, min: 1, max: 4, immutable: true },
    rate: { type: "bps", default: 250, max: 5_000 },
    ...maybe(60, { fee: { type: "amount", default: "10" } }),
    ...maybe(50, { flag: { type: "bool", default: false } }),
    ...maybe(50, { day: { type: "date", ...(dice.chance(50) && { default: "2026-01-31" }) } }),
    ...maybe(50, { when: { type: "time", ...(dice.chance(50) && { required: true }) } }),
    ...maybe(40, { notice: { type: "duration", default: "PT36H" } }),
    ...maybe(50, { tag: { type: "enum", values: ["red", "green"], default: "green" } }),
    ...maybe(40, { note: { type: "text", max: 20 } }),
    ...maybe(50, { lines: { type: "list", max: 3, of: { amount: "amount", label: "text" } } }),
    ...maybe(40, { bank: { type: "beneficiary", ...(dice.chance(80) && { required: true }) } }),
    ...maybe(25, { sink: { type: "account", required: true } }),
    consent: {
      type: "consent",
      consentType: "collection",
      ...(dice.chance(60) && { required: true }),
    },
    ...(hasRef && {
      parent: {
        type: "ref",
        kind: "base",
        ...(dice.chance(30) && { required: true }),
        ...(dice.chance(60) && { states: ["open"] }),
        ...exclusive,
        ...(congruent.length > 0 && { congruent }),
      },
    }),
  };
}

function dealOf(dice: Dice, options: { hasRef: boolean; isFree: boolean }) {
  const fields = fieldsOf(dice, options);
  const currency = options.isFree ? "fields.currency" : "'EUR'";
  const all = fields as Record<string, Json>;
  const names: Names = {
    dice,
    fields: Object.fromEntries(
      Object.entries(all).map(([name, { type, required, default: value }]) => [
        name,
        { type: String(type), isOptional: required !== true && value === undefined },
      ]),
    ),
    lets: ["owed"],
    remainders: dice.chance(80) ? ["due"] : [],
    sums: [],
    counts: [],
    own: dice.chance(85) ? ["escrow"] : [],
    inputs: {},
    ref: options.hasRef,
  };
  const fixed: Names = { ...names, isFixed: true, fields: onlyFixed(names.fields), lets: [] };
  const aggregates = aggregatesOf(dice, currency, options.isFree);
  names.sums = Object.keys(aggregates).filter((name) => aggregates[name]?.["sum"] === true);
  names.counts = Object.keys(aggregates).filter((name) => aggregates[name]?.["count"] === true);
  const hasDecision = dice.chance(50);
  const plain = actionsOf(names, hasDecision, all) as Record<string, Json>;
  const paysOut = "bank" in fields || dice.chance(15);
  const actions = paysOut ? { ...plain, ...payoutActionsOf(names, plain) } : plain;
  const noun = {
    subject: {
      field: "payer",
      ...(dice.chance(40) && { kinds: [dice.pick(["person", "organization"])] }),
      ...(dice.chance(50) && { minTier: dice.pick(["tier_1", "tier_2"]) }),
    },
    currency,
    fields,
    let: { owed: dice.chance(50) ? "fields.total + fields.extra" : amount(fixed) },
    ...("lines" in fields &&
      dice.chance(70) && {
        partitions: { lines: { whole: "fields.total", parts: "fields.lines[].amount" } },
      }),
    ...(names.remainders.length > 0 && {
      remainders: { due: { start: dice.pick(["let.owed", "fields.total"]) } },
    }),
    aggregates,
    ...(names.own.length > 0 && {
      own: {
        escrow: {
          currency,
          ...(dice.chance(70) && { drainBefore: dice.some(["late", "done", "lost"], 1) }),
        },
      },
    }),
    ...(hasDecision && {
      decisions: {
        review: {
          by: dice.some(["operator", "customer", "agent", "provider"], 1),
          timeout: dice.pick(["PT1H", "P2D", "P30D"]),
          onTimeout: dice.pick(["decline", "approve"]),
        },
      },
    }),
    states: {
      start: { initial: true },
      middle: {},
      late: {},
      done: { terminal: true },
      lost: { terminal: true },
    },
    actions,
    schedules: schedulesOf(names, actions as Record<string, Json>),
  };
  return { noun, actions, names };
}

/** Fields that no action sets. */
function onlyFixed(fields: Names["fields"]): Names["fields"] {
  const kept = ["total", "extra", "count", "lines"];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => kept.includes(name)));
}

function aggregatesOf(dice: Dice, currency: string, isFree: boolean): Record<string, Json> {
  const all: Record<string, Json> = {};
  if (dice.chance(45)) {
    all["open"] = {
      scope: "subject",
      count: true,
      where: dice.some(["start", "middle", "late"], 1),
      cap: 1 + dice.below(2),
    };
  }
  if (dice.chance(30)) {
    all["all"] = dice.chance(50)
      ? { scope: "product", count: true, cap: 2 + dice.below(3) }
      : { scope: "product", count: true, unbounded: true };
  }
  if (dice.chance(50)) {
    all["paid"] = {
      scope: "self",
      sum: true,
      currency,
      ...(dice.chance(70) && { cap: "let.owed" }),
    };
  }
  if (dice.chance(40)) {
    all["volume"] = {
      scope: dice.pick(["subject", "product"]),
      sum: true,
      currency: isFree ? "'EUR'" : currency,
      cap: `amount('${dice.pick([300, 5000, 40000])}')`,
    };
  }
  return all;
}

function limitsOf(dice: Dice, names: Names): Json[] {
  const measures = [
    ...names.remainders.map((name) => `sum(rem.deal.${name})`),
    ...names.own.map((name) => `sum(balance(deal.own.${name}))`),
    ...names.sums.filter((name) => name === "paid").map((name) => `sum(agg.deal.${name})`),
  ];
  return measures
    .filter(() => dice.chance(40))
    .map((measure, index) => ({
      name: `limit_${index}`,
      measure,
      currency: "EUR",
      cap: dice.pick(["500", "8000", "30000"]),
      scope: dice.pick(["product", "subject"]),
    }));
}

function portsOf(dice: Dice, actions: Json, hasRef: boolean): Json {
  const names = Object.keys(actions);
  const ofCustomer = (name: string) => JSON.stringify(actions[name]).includes('"from":"customer(');
  const free = names.filter((name) => !ofCustomer(name));
  const own = names.filter(ofCustomer);
  const entries = (list: readonly string[]) => list.map((name) => `deal.${name}`);
  return {
    office: {
      actors: dice.chance(50) ? ["operator", "agent"] : ["operator"],
      allow: ["deal.create", ...entries(free), ...(hasRef ? ["base.create", "base.shut"] : [])],
    },
    payer: {
      actors: ["customer"],
      as: "subject",
      allow: [...(dice.chance(60) ? ["deal.create"] : []), "deal.finish", ...entries(own)],
    },
    payee: { actors: ["customer", "provider"], as: "fields.payee", allow: ["deal.next"] },
    ...(hasRef && { filler: { actors: ["customer"], as: "subject", allow: ["base.fill"] } }),
    clock: { actors: ["clock"], allow: entries(names) },
  };
}

function baseOf(isFree: boolean): Json {
  const currency = isFree ? "fields.currency" : "'EUR'";
  return {
    subject: { field: "holder" },
    currency,
    fields: {
      holder: { type: "customer", required: true, immutable: true },
      ...(isFree && { currency: { type: "currency", required: true, immutable: true } }),
      size: { type: "amount", default: "50" },
    },
    own: { pot: { currency, export: true } },
    states: { open: { initial: true }, shut: { terminal: true } },
    actions: {
      fill: {
        from: ["open"],
        to: "open",
        input: { amount: { type: "amount", required: true } },
        set: { size: "input.amount" },
        moves: [
          {
            label: "fill",
            amount: "input.amount",
            from: "customer(fields.holder).customer_balance",
            to: "own.pot",
          },
        ],
      },
      shut: { from: ["open"], to: "shut" },
    },
  };
}
