/** Expressions by chance, each of one type, over the fields that generated nouns have. */
import type { Dice } from "./dice.ts";

/** Which roots a place knows, and which parts the noun has. */
export type Names = {
  dice: Dice;
  fields: Readonly<Record<string, { type: string; isOptional: boolean }>>;
  lets: readonly string[];
  remainders: readonly string[];
  sums: readonly string[];
  counts: readonly string[];
  own: readonly string[];
  inputs: Readonly<Record<string, string>>;
  /** The reference to another noun, where there is one. */
  ref: boolean;
  /** `fixed`: fields and lets alone. */
  isFixed?: boolean;
  index?: boolean;
};

const ROUNDINGS = ["down", "up", "half_up", "half_even"];

function paths(names: Names, type: string): string[] {
  const { dice, fields, inputs, isFixed = false } = names;
  const found = Object.entries(fields)
    .filter(([, each]) => each.type === type && (!each.isOptional || dice.chance(15)))
    .map(([name]) => `fields.${name}`);
  if (isFixed) return found;
  const given = Object.entries(inputs).filter(([, each]) => each === type);
  return [...found, ...given.map(([name]) => `input.${name}`)];
}

export function amount(names: Names, depth = 2): string {
  const { dice } = names;
  const leaf = () => {
    const leaves = [
      ...paths(names, "amount"),
      ...names.lets.map((name) => `let.${name}`),
      `amount('${dice.pick([0, 1, 7, 100, 2500])}')`,
    ];
    if (!names.isFixed) {
      leaves.push(...names.remainders.map((name) => `rem.${name}`));
      leaves.push(...names.sums.map((name) => `agg.${name}`));
      leaves.push(...names.own.map((name) => `balance(own.${name})`));
    }
    if (dice.chance(2)) return "amount('999999999999999999')";
    return dice.pick(leaves);
  };
  if (depth <= 0 || dice.chance(40)) return leaf();
  const next = () => amount(names, depth - 1);
  switch (dice.below(6)) {
    case 0:
      return `${next()} + ${next()}`;
    case 1:
      return `${next()} - (${next()})`;
    case 2:
      return `${dice.pick(["min", "max"])}(${next()}, ${next()})`;
    case 3:
      return `bps(${next()}, ${bps(names)}, '${dice.pick(ROUNDINGS)}')`;
    case 4:
      return `split(${next()}, ${dice.pick(["3", "fields.count"])}, ${names.index ? "index" : "0"})`;
    default:
      return "lines" in names.fields ? "sum(fields.lines[].amount)" : leaf();
  }
}

export function bps(names: Names): string {
  return names.dice.pick([...paths(names, "bps"), "0", "1", "333", "5000", "10000"]);
}

export function int(names: Names, depth = 1): string {
  const { dice, isFixed } = names;
  const leaves = [...paths(names, "int"), String(dice.below(4))];
  if ("lines" in names.fields) leaves.push("size(fields.lines)");
  if (!isFixed) leaves.push(...names.counts.map((name) => `agg.${name}`), "self.revision");
  if (names.index) leaves.push("index");
  if (depth <= 0 || dice.chance(60)) return dice.pick(leaves);
  const next = () => int(names, depth - 1);
  return dice.pick([
    `${next()} + ${next()}`,
    `${next()} - ${next()}`,
    `-(${next()})`,
    `min(${next()}, ${next()})`,
  ]);
}

export function time(names: Names): string {
  const { dice } = names;
  const now = names.isFixed ? "self.createdAt" : "now()";
  const base = dice.pick([...paths(names, "time"), now, now, "self.createdAt"]);
  switch (dice.below(5)) {
    case 0:
      return `addDays(${base}, ${int(names)})`;
    case 1:
      return `addMonths(${base}, ${int(names)})`;
    case 2:
      return `addDuration(${base}, ${dice.pick([...paths(names, "duration"), "'PT90M'"])})`;
    case 3:
      return `addYears(${base}, ${dice.below(2)})`;
    default:
      return base;
  }
}

export function date(names: Names): string {
  const { dice } = names;
  const today = names.isFixed ? "'2026-01-31'" : "today()";
  const base = dice.pick([...paths(names, "date"), today]);
  const isFixedText = base.startsWith("'");
  if (isFixedText) return paths(names, "date")[0] ?? "addDays(today(), 1)";
  return dice.pick([
    base,
    `addDays(${base}, ${int(names)})`,
    `addMonths(${base}, ${int(names)})`,
    `addYears(${base}, 1)`,
  ]);
}

export function condition(names: Names, depth = 2): string {
  const { dice, fields } = names;
  const compare = () => dice.pick(["==", "!=", "<", "<=", ">", ">="]);
  if (depth > 0 && dice.chance(35)) {
    const [one, other] = [condition(names, depth - 1), condition(names, depth - 1)];
    return dice.pick([`(${one}) && (${other})`, `(${one}) || (${other})`, `!(${one})`]);
  }
  const kinds = [
    () => `${amount(names, 1)} ${compare()} ${amount(names, 1)}`,
    () => `${amount(names, 1)} ${compare()} ${amount(names, 1)}`,
    () => `${int(names)} ${compare()} ${int(names)}`,
    () => `${time(names)} ${compare()} ${time(names)}`,
    () => `today() ${compare()} ${date(names)}`,
    () => `subject.tier ${compare()} '${dice.pick(["tier_1", "tier_2"])}'`,
    () => `subject.kind == 'person'`,
    () => `self.state ${dice.pick(["==", "!="])} '${dice.pick(["start", "middle", "late"])}'`,
  ];
  if ("flag" in fields) kinds.push(() => "fields.flag");
  if ("tag" in fields) kinds.push(() => `fields.tag ${dice.pick(["==", "!="])} 'red'`);
  if ("note" in fields)
    kinds.push(
      () => "has(fields.note)",
      () => "fields.note == 'yes'",
    );
  if ("notice" in fields) kinds.push(() => `fields.notice ${compare()} 'P1D'`);
  if (names.ref) {
    kinds.push(() => "has(fields.parent) && ref.parent.state == 'open'");
    kinds.push(() => `has(fields.parent) && ref.parent.fields.size ${compare()} amount('50')`);
  }
  return dice.pick(kinds)();
}
