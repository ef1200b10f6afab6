/** Schedules by chance of the noun `deal`: plain rows and collections, once and again, with and without an end. */
import { amount, date, int, type Names, time } from "./expression_generator.ts";

type Json = Record<string, unknown>;

export function schedulesOf(names: Names, actions: Readonly<Record<string, Json>>): Json {
  const { dice } = names;
  const schedules: Json = {};
  const count = dice.below(4);
  for (let index = 0; index < count; index++) {
    schedules[`plan${index}`] = scheduleOf(names, actions);
  }
  return schedules;
}

function scheduleOf(names: Names, actions: Readonly<Record<string, Json>>): Json {
  const { dice } = names;
  const ofCustomer = (name: string) => JSON.stringify(actions[name]).includes('"from":"customer(');
  const isPlain = (name: string) => !ofCustomer(name) && actions[name]?.["gate"] === undefined;
  const plain = Object.keys(actions).filter(isPlain);
  const collects = "pay" in actions && dice.chance(50);
  const on = dice.pick(["create", "enter:start", "enter:middle", "enter:middle", "enter:late"]);
  const last = plain.filter((name) => name !== "change");
  const counted: Names = { ...names, index: true };
  const repeats = dice.chance(60);
  return {
    on,
    at: at(counted, repeats),
    ...(repeats && { repeat: dice.pick(["fields.count", "3", int(names)]), max: 4 }),
    ...((dice.chance(50) || on === "enter:start" || on === "enter:middle") && {
      once: dice.chance(75),
    }),
    ...(collects
      ? {
          collect: {
            consent: "fields.consent",
            amount: dice.pick([
              "split(let.owed, fields.count, min(index, fields.count - 1))",
              "fields.total",
              amount(counted, 1),
            ]),
            // biome-ignore lint/suspicious/noThenProperty: the word of the language
            then: "pay",
          },
        }
      : callOf(names, dice.pick(plain), actions)),
    ...(dice.chance(50) && {
      retry: {
        after: dice.some(["PT1H", "P1D", "P3D"], 1),
        ...(dice.chance(60) && { finally: dice.pick(last) }),
      },
    }),
    ...(dice.chance(50) && { until: dice.some(["done", "lost"], 1) }),
  };
}

function callOf(names: Names, action: string, actions: Readonly<Record<string, Json>>): Json {
  const inputs = (actions[action]?.["input"] ?? {}) as Json;
  const input: Json = {};
  if ("amount" in inputs && names.dice.chance(60)) input["amount"] = amount(names, 1);
  if ("rate" in inputs && names.dice.chance(60)) input["rate"] = "fields.rate";
  return { action, ...(Object.keys(input).length > 0 && { input }) };
}

function at(names: Names, repeats: boolean): string {
  const { dice } = names;
  const step = repeats ? "index + 1" : "1";
  return dice.pick([
    `addDays(now(), ${step})`,
    `addMonths(now(), ${step})`,
    "addDuration(now(), 'PT12H')",
    `addMonths(self.createdAt, ${step})`,
    `addDays(self.createdAt, 5)`,
    time(names),
    date(names),
  ]);
}
