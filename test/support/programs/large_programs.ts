/** The largest programs that are legal, and large ones that are not: what bounds the time of the checks. */
import {
  ACTIONS_MAX,
  FIELDS_MAX,
  NOUNS_MAX,
  PARTS_MAX,
  STATES_MAX,
} from "../../../src/programs/program_limits.ts";

/** The largest body that the server takes, bytes. */
export const BODY_BYTES_MAX = 1_048_576;

type Json = Record<string, unknown>;

const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (prefix: string, count: number, make: (index: number) => unknown): Json =>
  Object.fromEntries(each(count, (index) => [`${prefix}${index}`, make(index)]));

/** An expression of many nodes, of an amount. */
const LONG = `max(${each(22, () => "let.l0").join(" + ")}, ${each(22, () => "fields.f1").join(" + ")})`;

/** As many of everything as the limits allow, until the text is as long as a body may be. */
export function largestProgram(): Json {
  const program = programOf(NOUNS_MAX);
  // Long expressions, each with a text of its own, one action after the other, as long as there is room.
  let bytes = JSON.stringify(program).length;
  let place = 0;
  for (const noun of Object.values(program["nouns"] as object) as {
    actions: Record<string, { require: unknown[] }>;
  }[]) {
    for (const action of Object.values(noun.actions)) {
      while (action.require.length < PARTS_MAX) {
        const row = { that: `${LONG} > amount('${place++}')`, else: "too_small" };
        bytes += JSON.stringify(row).length + 1;
        if (bytes > BODY_BYTES_MAX) return program;
        action.require.push(row);
      }
    }
  }
  return program;
}

/** A legal program of so many nouns, each with as much of everything as the limits allow. */
function programOf(nounCount: number): Json {
  const nouns: Json = {};
  const allow: string[] = [];
  const program: Json = {
    language: "blueprint/1",
    name: "As large as can be",
    currencies: ["EUR"],
    accounts: { revenue: { role: "product_revenue", owner: "product" } },
    nouns,
    ports: { operator: { actors: ["operator", "agent", "provider"], allow } },
    books: { revenue: ["revenue.fee"] },
  };
  for (let index = 0; index < nounCount; index++) {
    nouns[`noun${index}`] = largeNoun(index, nounCount);
    allow.push(`noun${index}.create`, ...each(ACTIONS_MAX, (action) => `noun${index}.a${action}`));
  }
  return program;
}

function largeNoun(index: number, nounCount: number): Json {
  const states = each(STATES_MAX, (state) => `s${state}`);
  const next = (action: number) => ({
    if: "rem.r0 == amount('0')",
    // biome-ignore lint/suspicious/noThenProperty: the word of the language
    then: "s63",
    else: `s${(action % (STATES_MAX - 2)) + 1}`,
  });
  return {
    currency: "'EUR'",
    fields: {
      f0: { type: "amount", required: true, max: "1000" },
      f1: { type: "amount", required: true, max: "1000" },
      ref: { type: "ref", kind: `noun${(index + 1) % nounCount}`, congruent: ["f0", "f1"] },
      ...named("t", FIELDS_MAX - 3, () => ({ type: "text" })),
    },
    // Each let uses the next one twice.
    let: named("l", PARTS_MAX, (at) => (at === PARTS_MAX - 1 ? "fields.f0" : `let.l${at + 1}`)),
    remainders: named("r", PARTS_MAX, (at) => ({ start: `let.l${at}` })),
    own: named("o", PARTS_MAX, () => ({ currency: "'EUR'", drainBefore: ["s63"] })),
    states: {
      s0: { initial: true },
      ...Object.fromEntries(states.slice(1, -1).map((state) => [state, {}])),
      s63: { terminal: true },
    },
    actions: named("a", ACTIONS_MAX, (action) => ({
      // Half of the actions may be called in any state.
      from: action % 2 === 0 ? states.slice(0, -1) : [`s${action % (STATES_MAX - 1)}`],
      to: next(action),
      require: [],
      consume: { [`r${action % PARTS_MAX}`]: "fields.f1" },
      moves: [
        {
          label: "m",
          amount: `balance(own.o${action % PARTS_MAX})`,
          from: `own.o${action % PARTS_MAX}`,
          to: "product.revenue",
          book: "revenue.fee",
        },
      ],
    })),
  };
}

/** Programs that are wrong in as many places as there is room for: each is as long as a body may be, or nearly so. */
export const HOSTILE: Readonly<Record<string, () => unknown>> = Object.fromEntries(
  Object.entries(wrongPrograms()).map(([title, make]) => [title, () => fitted(make)]),
);

/** Makes a program; `share`: how much of it, from 1 down. */
type Make = (share: number) => Json;

/**
 * One that fits into a body and is nearly as long: each share is less by as much as the text before it was
 * too long, as to make such a text takes long.
 */
function fitted(make: Make): Json {
  for (let share = 1; ; ) {
    const program = make(share);
    const bytes = JSON.stringify(program).length;
    if (bytes <= BODY_BYTES_MAX) return program;
    share *= Math.min(0.995, BODY_BYTES_MAX / bytes);
  }
}

function wrongPrograms(): Readonly<Record<string, Make>> {
  const small = (more: Json) => ({ ...programOf(1), ...more });
  const many = (share: number) => Math.floor(150_000 * share);
  const long = (share: number) => Math.floor(1_100_000 * share);
  return {
    "an expression of a million brackets": (share) =>
      small({
        limits: [{ name: "l", measure: "(".repeat(long(share)), cap: "1", scope: "product" }],
      }),
    "many expressions of brackets": (share) => withRequirements(share, "(".repeat(500)),
    "very many unknown keys": (share) => small(named("currencie", many(share), () => 1)),
    "very many unknown keys in a noun": (share) =>
      small({ nouns: { noun0: { ...largeNoun(0, 1), ...named("state", many(share), () => 1) } } }),
    "very many names that are none": (share) =>
      small({ nouns: named("Noun", many(share), () => 1) }),
    "a list of a million numbers": (share) =>
      small({ currencies: Array(long(share) >> 1).fill(1) }),
    "a text of a million characters": (share) => small({ name: "x".repeat(long(share)) }),
    "wrong states in every action": (share) =>
      changedActions(share, (action) => ({
        ...action,
        from: each(STATES_MAX, (at) => `state_${at}_of_noun`),
      })),
    "wrong names of 40 characters in every action": (share) =>
      changedActions(share, (action) => ({
        ...action,
        set: named("field_with_a_name_of_forty_characters_", 40, () => "fields.f0"),
      })),
    "names of 40 characters that are near to others": () => ({
      ...withRequirements(1, "true"),
      nouns: { noun0: nounOfNearNames() },
    }),
    "wrong permissions": (share) => ({
      ...programOf(Math.ceil(NOUNS_MAX * share)),
      ports: {
        operator: {
          actors: ["operator"],
          allow: each(2_080, (at) => `noun${at % NOUNS_MAX}.actionwithaname${at}`),
        },
      },
    }),
    "every permission 40 times": (share) => {
      const { ports, ...program } = programOf(Math.ceil(NOUNS_MAX * share));
      const { operator } = ports as { operator: { allow: string[] } };
      return { ...program, ports: named("p", 40, () => operator) };
    },
    "values that may be absent everywhere": (share) =>
      withRequirements(share, each(20, () => "fields.t0 == 'x'").join(" && ")),
    "other values that may be absent in each place": (share) => {
      let place = 0;
      return changedActions(share, (action) => ({
        ...action,
        require: [{ that: comparisons(place++), else: "x" }],
      }));
    },
  };
}

/** Twenty comparisons with texts that no other place has. */
function comparisons(place: number): string {
  return each(20, (at) => `fields.t0 == 'x${place * 20 + at}'`).join(" && ");
}

function nounOfNearNames(): Json {
  return {
    ...largeNoun(0, 1),
    own: {},
    states: named("a_state_that_has_a_name_of_40_letters", 64, () => ({})),
    actions: named("a", 20, () => ({
      from: each(64, (at) => `a_stat_that_has_a_name_of_4_letters_x${at}`),
      to: "s0",
    })),
  };
}

function withRequirements(share: number, that: string): Json {
  return changedActions(share, (action) => ({ ...action, require: [{ that, else: "x" }] }));
}

/** A share of the nouns of the largest program without its requirements, with another value of each action. */
function changedActions(share: number, change: (action: Json) => Json): Json {
  const program = programOf(Math.ceil(NOUNS_MAX * share));
  const nouns = program["nouns"] as Record<string, { actions: Record<string, Json> }>;
  const actionsOf = (actions: Record<string, Json>) =>
    Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, change(action)]));
  return {
    ...program,
    nouns: Object.fromEntries(
      Object.entries(nouns).map(([kind, noun]) => [
        kind,
        { ...noun, actions: actionsOf(noun.actions) },
      ]),
    ),
  };
}
