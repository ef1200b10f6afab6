/** Actions by chance of the noun `deal`: a way from its beginning to its end, and others beside it. */
import { amount, bps, condition, date, type Names, time } from "./expression_generator.ts";

type Json = Record<string, unknown>;
const ROUNDINGS = ["down", "up", "half_up", "half_even"];
const OPEN = ["start", "middle", "late"];

export function actionsOf(
  names: Names,
  hasDecision: boolean,
  fields: Readonly<Record<string, Json>>,
): Json {
  const { dice } = names;
  const spice = (action: Json, inputs: Names["inputs"] = {}): Json => ({
    ...action,
    ...extrasOf({ ...names, inputs }, action),
  });
  const actions: Json = {
    go: spice({ from: ["start"], to: "middle" }),
    next: spice({ from: ["middle"], to: "late" }),
    finish: spice({ from: ["late"], to: "done", ...payout(names, "finish") }),
    fail: { from: dice.some(OPEN, 1), to: "lost", ...(dice.chance(50) && payout(names, "fail")) },
  };
  if (dice.chance(80)) actions["pay"] = spice(payOf(names), { amount: "amount" });
  if (dice.chance(75)) actions["grant"] = spice(grantOf(names), { amount: "amount" });
  if (dice.chance(40)) actions["back"] = spice({ from: ["middle", "late"], to: "start" });
  if (dice.chance(60)) actions["change"] = changeOf(names);
  if (hasDecision) {
    actions["ask"] = { from: dice.some(OPEN, 1), to: "start", opens: "review" };
    if (dice.chance(70))
      actions["ask"] = { from: ["start", "middle"], to: "middle", opens: "review" };
    actions["approved"] = spice({
      from: ["start", "middle", "late"].filter((state) => state !== "start" || dice.chance(50)),
      to: dice.pick(["late", "middle"]),
      gate: "review",
      ...(dice.chance(60) && { auto: true }),
    });
  }
  const parent = fields["parent"];
  if (parent?.["exclusive"] === true && dice.chance(60)) {
    if (dice.chance(50))
      actions["take"] = { from: ["start", "middle"], to: "middle", claim: ["parent"] };
    actions["leave"] = { from: ["middle", "late"], to: "middle", release: ["parent"] };
  }
  if (names.ref && dice.chance(40)) {
    actions["draw"] = {
      from: ["start", "middle"],
      to: "middle",
      require: [{ that: "has(fields.parent)", else: "no_parent" }],
      moves: [
        {
          label: "draw",
          amount: amount(names, 1),
          from: "ref.parent.own.pot",
          to: "product.reserve",
        },
      ],
    };
  }
  return actions;
}

/** What any action may have besides its transition. */
function extrasOf(names: Names, action: Json): Json {
  const { dice } = names;
  const to = action["to"];
  const fixed = "gate" in action ? { ...names, inputs: {} } : names;
  return {
    ...(dice.chance(25) && { require: [{ that: condition(fixed), else: "not_so" }] }),
    ...(dice.chance(10) &&
      names.sums.length + names.counts.length > 0 && {
        aggregate: [{ that: condition(fixed, 1) }],
      }),
    ...(dice.chance(30) &&
      to === "middle" && {
        // biome-ignore lint/suspicious/noThenProperty: the word of the language
        to: { if: condition(fixed), then: "late", else: "middle" },
      }),
    ...(names.remainders.length > 0 &&
      !("consume" in action) &&
      dice.chance(25) && {
        consume: { due: amount(fixed, 1) },
      }),
    ...(names.sums.length > 0 &&
      !("add" in action) &&
      dice.chance(30) && {
        add: Object.fromEntries(dice.some(names.sums, 1).map((name) => [name, amount(fixed, 1)])),
      }),
    ...(dice.chance(20) && "fee" in names.fields && { set: { fee: amount(fixed, 1) } }),
  };
}

function payOf(names: Names): Json {
  const { dice } = names;
  const inputs = { amount: "amount" };
  const into = names.own.length > 0 && dice.chance(70) ? "own.escrow" : "product.reserve";
  return {
    from: dice.some(["start", "middle"], 1),
    to:
      names.remainders.length > 0 && dice.chance(60)
        ? // biome-ignore lint/suspicious/noThenProperty: the word of the language
          { if: "rem.due == amount('0')", then: "late", else: "middle" }
        : "middle",
    input: {
      amount: { type: "amount", required: true, ...(dice.chance(30) && { min: "5" }) },
      ...(dice.chance(30) && { memo: { type: "text", max: 5 } }),
    },
    ...(names.remainders.length > 0 && dice.chance(80) && { consume: { due: "input.amount" } }),
    ...(names.sums.includes("paid") && dice.chance(80) && { add: { paid: "input.amount" } }),
    moves: [
      {
        label: "pay",
        amount: dice.chance(80) ? "input.amount" : amount({ ...names, inputs }, 1),
        from: "customer(fields.payer).customer_balance",
        to: dice.chance(60) ? into : splitsOf({ ...names, inputs }, "pay", into),
      },
      ...(dice.chance(20)
        ? [
            {
              label: "tip",
              amount: amount({ ...names, inputs }, 1),
              from: "customer(fields.payer).customer_balance",
              to: "customer(fields.payee).customer_balance",
            },
          ]
        : []),
    ],
  };
}

function grantOf(names: Names): Json {
  const { dice } = names;
  const hasHelper = dice.chance(15);
  const hasRef = names.ref && dice.chance(25);
  const targets = [names.own.length > 0 ? "own.escrow" : "customer(fields.payer).customer_balance"];
  if (hasHelper) targets.push("customer(input.helper).customer_balance");
  if ("sink" in names.fields) targets.push("fields.sink");
  if (names.ref && dice.chance(20)) targets.push("ref.parent.own.pot");
  return {
    from: ["start", "middle"],
    to: "middle",
    input: {
      amount: { type: "amount", default: "40" },
      ...(hasHelper && { helper: { type: "customer" } }),
      ...(hasRef && { other: { type: "ref", kind: "base", states: ["open"] } }),
    },
    ...(hasHelper && { require: [{ that: "has(input.helper)", else: "no_helper" }] }),
    moves: [
      {
        label: "grant",
        amount: "input.amount",
        from: dice.pick(["product.working", "product.reserve"]),
        to: dice.pick(targets),
      },
    ],
  };
}

/** All that the own account has goes out, by a split list or by two moves. */
function payout(names: Names, label: string): Json {
  const { dice } = names;
  if (names.own.length === 0 || dice.chance(15)) return {};
  const payee = "customer(fields.payee).customer_balance";
  const first = {
    label: `${label}_first`,
    amount: `min(balance(own.escrow), ${amount(names, 1)})`,
    from: "own.escrow",
    to: dice.pick(["product.income", payee]),
    book: "revenue.fee",
  };
  const rest = {
    label: `${label}_rest`,
    amount: "balance(own.escrow)",
    from: "own.escrow",
    to: dice.chance(70) ? splitsOf(names, label, payee) : payee,
  };
  return { moves: dice.chance(60) ? [first, rest] : dice.chance(85) ? [rest] : [first] };
}

/** Parts by chance of a move with the label; the last part goes to `last`. */
export function splitsOf(names: Names, label: string, last: string): Json[] {
  const { dice } = names;
  const parts: Json[] = [];
  const count = 1 + dice.below(3);
  for (let index = 0; index < count; index++) {
    const account = dice.pick(["product.income", "product.working"]);
    const bounds = {
      round: dice.pick(ROUNDINGS),
      ...(dice.chance(30) && { cap: `amount('${dice.pick([0, 3, 200])}')` }),
      ...(dice.chance(30) && { min: `amount('${dice.pick([0, 2, 50])}')` }),
    };
    const kind = dice.below(5);
    parts.push({
      label: `${label}_${index}`,
      ...(kind <= 2
        ? { bps: dice.chance(50) ? dice.pick([0, 1, 250, 3333]) : bps(names), ...bounds }
        : kind === 3
          ? {
              ratio: dice.pick([
                ["fields.extra", "let.owed"],
                ["fields.extra", "fields.total + fields.extra"],
              ]),
              ...bounds,
            }
          : { amount: amount(names, 1) }),
      account,
      ...(dice.chance(50) && { book: "revenue.fee" }),
    });
  }
  return [...parts, { label: `${label}_last`, remaining: true, account: last }];
}

function changeOf(names: Names): Json {
  const { dice, fields } = names;
  const set: Json = {};
  const add = (name: string, make: () => string) => {
    if (name in fields && dice.chance(60)) set[name] = make();
  };
  const called = { ...names, inputs: { rate: "bps" } };
  add("rate", () => dice.pick(["input.rate", "fields.rate", "500"]));
  add("fee", () => amount(called));
  add("flag", () => condition(called, 1));
  add("day", () => date(called));
  add("when", () => time(called));
  add("tag", () => dice.pick(["'red'", "'green'"]));
  add("note", () => "'yes'");
  add("notice", () => "'P3D'");
  return {
    from: dice.some(OPEN, 1),
    to: dice.pick(["start", "middle"]),
    input: { rate: { type: "bps", default: 100 } },
    set,
  };
}
