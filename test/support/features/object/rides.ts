/** For tests of lists: rides, some of them at the same time, of which one has two of everything that an object can have. */
import { expect } from "../../client.ts";
import type { Known } from "../../list_cases.ts";
import type { ListStage } from "../../noun_cases.ts";
import { PRICES } from "../build/sources.ts";

const move = (label: string, amount: string) => ({
  label,
  amount: `amount('${amount}')`,
  from: "customer(fields.rider).customer_balance",
  to: `own.${label}`,
});

const RIDES = {
  language: "blueprint/1",
  name: "Rides",
  currencies: ["EUR"],
  nouns: {
    ride: {
      subject: { field: "rider" },
      currency: "'EUR'",
      fields: {
        rider: { type: "customer", required: true },
        seats: { type: "int", default: 1, indexed: true },
        after: { type: "ref", kind: "ride" },
      },
      own: { fare: { currency: "'EUR'" }, tip: { currency: "'EUR'" } },
      decisions: { review: { by: ["operator"], timeout: "P1D", onTimeout: "decline" } },
      states: { asked: { initial: true }, driven: {}, over: { terminal: true } },
      actions: {
        ask: { from: ["asked"], to: "asked", opens: "review" },
        cancel: { from: ["asked"], to: "over", gate: "review" },
        end: { from: ["driven"], to: "over" },
        pay: { from: ["asked"], to: "driven", moves: [move("fare", "5"), move("tip", "1")] },
      },
      schedules: {
        end: {
          on: "enter:driven",
          at: "addYears(now(), 9)",
          repeat: "3",
          max: 3,
          action: "end",
        },
      },
    },
    // A second kind, for the list of kinds, and of which the clock runs rows.
    pass: {
      fields: {},
      states: { valid: { initial: true }, used: { terminal: true } },
      actions: { use: { from: ["valid"], to: "used" } },
      schedules: { use: { on: "create", at: "now()", action: "use" } },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: [
        ...["ride.create", "ride.ask", "ride.cancel", "ride.end"],
        ...["pass.create", "pass.use"],
      ],
    },
    rider: { actors: ["customer"], as: "subject", allow: ["ride.pay"] },
    clock: { actors: ["clock"], allow: ["ride.end", "pass.use"] },
  },
};

/** Two Builds of the Product, and four rides. Returns the kind, and the ride that has two of everything. */
export async function driveRides(
  { client, member, pass }: ListStage,
  { customerId }: Known,
): Promise<Known> {
  const { productId } = client;
  const path = `/products/${productId}`;
  for (const name of ["Rides", "Rides by two"]) {
    const draft = { source: { ...RIDES, name }, expectedPricing: PRICES };
    const buildId = expect(await member.post("/builds", draft), 201).id("buildId");
    const applied = { buildId, expectedPricing: PRICES };
    expect(await member.post(`${path}/builds`, applied), 200);
    pass(1);
  }
  const ride = async (more: object) => {
    const fields = { rider: customerId, ...more };
    return expect(await client.post(`${path}/objects/ride`, { fields }), 201).id("objectId");
  };
  const call = async (objectId: string, action: string, body: object = {}) =>
    expect(await client.post(`${path}/objects/ride/${objectId}/actions/${action}`, body), 200);
  const first = await ride({});
  const second = await ride({ seats: 2, after: first });
  pass(1);
  const objectId = await ride({ after: second });
  const asked = await call(objectId, "ask");
  const { decisions } = asked.at("outcome") as { decisions: [{ decisionId: string }] };
  const resolved = `/decisions/${decisions[0].decisionId}/resolve`;
  expect(await client.post(resolved, { outcome: "decline" }), 200);
  pass(1);
  await call(objectId, "ask");
  await ride({ after: objectId });
  pass(1);
  await call(objectId, "pay", { onBehalfOf: customerId });
  for (let passes = 0; passes < 2; passes++) {
    expect(await client.post(`${path}/objects/pass`, { fields: {} }), 201);
    pass(1);
  }
  return { kind: "ride", objectId };
}
