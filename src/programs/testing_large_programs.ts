/** The largest programs that are legal, and large ones that are not: what bounds the time of the checks. */
import { ACTIONS_MAX, FIELDS_MAX, NOUNS_MAX, PARTS_MAX, STATES_MAX } from "./program_limits.ts";

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
  for (let index = 0; index < NOUNS_MAX; index++) {
    nouns[`noun${index}`] = largeNoun(index);
    allow.push(`noun${index}.create`, ...each(ACTIONS_MAX, (action) => `noun${index}.a${action}`));
  }
  // Long expressions, one action after the other, as long as there is room.
  let bytes = JSON.stringify(program).length;
  const row = { that: `${LONG} > amount('0')`, else: "too_small" };
  const size = JSON.stringify(row).length + 1;
  for (const noun of Object.values(nouns) as {
    actions: Record<string, { require: unknown[] }>;
  }[]) {
    for (const action of Object.values(noun.actions)) {
      while (action.require.length < PARTS_MAX && bytes + size < BODY_BYTES_MAX) {
        action.require.push(row);
        bytes += size;
      }
    }
  }
  return program;
}

function largeNoun(index: number): Json {
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
      ref: { type: "ref", kind: `noun${(index + 1) % NOUNS_MAX}`, congruent: ["f0", "f1"] },
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

/** Programs that are wrong in as many places as there is room for. */
export const HOSTILE: Readonly<Record<string, () => unknown>> = {
  "an expression of a million brackets": () => ({
    ...largestProgram(),
    limits: [{ name: "l", measure: "(".repeat(1_000_000), cap: "1", scope: "product" }],
  }),
  "many expressions of brackets": () => withRequirements("(".repeat(500)),
  "100000 unknown keys": () => ({ ...largestProgram(), ...named("currencie", 100_000, () => 1) }),
  "100000 unknown keys in a noun": () => ({
    ...withRequirements("true"),
    nouns: { noun0: { ...largeNoun(0), ...named("state", 100_000, () => 1) } },
  }),
  "100000 names that are none": () => ({
    ...largestProgram(),
    nouns: named("Noun", 100_000, () => 1),
  }),
  "a list of a million numbers": () => ({
    ...largestProgram(),
    currencies: Array(500_000).fill(1),
  }),
  "a text of a million characters": () => ({ ...largestProgram(), name: "x".repeat(1_000_000) }),
  "wrong states in every action": () =>
    changedActions((action) => ({
      ...action,
      from: each(STATES_MAX, (at) => `state_${at}_of_noun`),
    })),
  "wrong names of 40 characters in every action": () =>
    changedActions((action) => ({
      ...action,
      set: named("field_with_a_name_of_forty_characters_", 40, () => "fields.f0"),
    })),
  "names of 40 characters that are near to others": () => ({
    ...withRequirements("true"),
    nouns: {
      noun0: {
        ...largeNoun(0),
        own: {},
        states: named("a_state_that_has_a_name_of_40_letters", 64, () => ({})),
        actions: named("a", 20, () => ({
          from: each(64, (at) => `a_stat_that_has_a_name_of_4_letters_x${at}`),
          to: "s0",
        })),
      },
    },
  }),
  "wrong permissions": () => ({
    ...largestProgram(),
    ports: {
      operator: {
        actors: ["operator"],
        allow: each(2_080, (at) => `noun${at % NOUNS_MAX}.actionwithaname${at}`),
      },
    },
  }),
  "every permission 40 times": () => {
    const { ports, ...program } = largestProgram();
    const { operator } = ports as { operator: { allow: string[] } };
    return { ...program, ports: named("p", 40, () => operator) };
  },
  "values that may be absent everywhere": () =>
    changedActions((action) => ({
      ...action,
      require: [{ that: each(20, () => "fields.t0 == 'x'").join(" && "), else: "x" }],
    })),
};

function withRequirements(that: string): Json {
  return changedActions((action) => ({ ...action, require: [{ that, else: "x" }] }));
}

/** The largest program without its requirements, with another value of each action. */
function changedActions(change: (action: Json) => Json): Json {
  const program = largestProgram();
  const nouns = program["nouns"] as Record<string, { actions: Record<string, Json> }>;
  const actionsOf = (actions: Record<string, Json>) =>
    Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, change({ ...action, require: [] })]),
    );
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
