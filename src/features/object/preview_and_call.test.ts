/**
 * A preview and the call after it agree: the same refusal with the same words, or the same object and the same
 * outcome. Random calls of an invoice, on which accounts are frozen and run dry meanwhile, beside those of the
 * table of previews.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  made as beneficiaryMade,
  onBook,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import {
  CALL_ROWS,
  callInput,
  givenCall,
} from "../../../test/support/features/object/call_rows.ts";
import { invoice, objectMade, runProgram } from "../../../test/support/features/object/objects.ts";
import { MINIMAL } from "../../../test/support/programs/programs.ts";
import { fc } from "../../../test/support/properties.ts";
import { START_MS } from "../../../test/world/callers.ts";
import type { Input } from "../../../test/world/input.ts";
import { balanceOf, DAY_MS, fund, transfer } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { isoTime } from "../../base/iso_time.ts";
import { accountFreeze } from "../account/account.freeze.ts";
import { accountUnfreeze } from "../account/account.unfreeze.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectActionList } from "./object.action.list.ts";
import { objectActionPreview } from "./object.action.preview.ts";
import type { PossibleAction } from "./object_read_schema.ts";

/** What a call has done, without the ids that it has made. */
function withoutIds({ object, outcome }: Answer) {
  const without = (items: Input[], ...names: string[]) =>
    items.map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name))),
    );
  return {
    object,
    outcome: {
      ...outcome,
      moves: without(outcome.moves, "transferId", "status"),
      ...(outcome.payouts && {
        payouts: without(outcome.payouts, "payoutId", "transferId", "status"),
      }),
      fees: without(outcome.fees, "transferId"),
      decisions: without(outcome.decisions, "decisionId"),
      schedules: without(outcome.schedules, "scheduleId"),
    },
  };
}

/** Whether the call ran, which the preview before it has said. */
async function agreed(world: World, input: Input): Promise<boolean> {
  const { refusal, reply } = await world.read(objectActionPreview, input);
  const { code, message, details, reply: made } = world.run(objectActionCall, input);
  const { code: told, message: why = "", details: how = {} } = refusal ?? {};
  assert.deepEqual([told, why, how], [code, message, details]);
  if (code === undefined) assert.deepEqual(reply, withoutIds(made));
  return code === undefined;
}

for (const row of CALL_ROWS) {
  const { title, given, input } = row;
  test(`preview and call: ${title} -> the same refusal`, async () => {
    const world = await openWorld({ stepMs: 1_000 });
    const made = { ...givenCall(world), world };
    await given?.(made);
    const base = callInput(made);
    const more = typeof input === "function" ? await input(made, base) : input;
    assert.equal(await agreed(world, { ...base, ...more }), false);
  });
}

test("preview and call: a deal of which nothing is wrong -> the same outcome", async () => {
  const world = await openWorld();
  assert.equal(await agreed(world, callInput({ ...givenCall(world), world })), true);
});

for (const rail of ["sepa", "book"]) {
  test(`preview and call: an action that pays out over ${rail} -> the same outcome, and a payout`, async () => {
    const world = await openWorld();
    const made = { ...givenCall(world), world };
    const { beneficiaryId } = rail === "sepa" ? await beneficiaryMade(world) : onBook(world);
    const input = { to: beneficiaryId, amount: "10" };
    const call = { ...callInput(made), action: "payOut", input };
    assert.equal(await agreed(world, call), true);
    assert.deepEqual(
      [...world.state.payouts.values()].map(({ amountMinor, label }) => [amountMinor, label]),
      [["10", "sent"]],
    );
  });
}

/** Tickets that are closed a day after they began to wait. */
const WAITING = {
  ...MINIMAL,
  nouns: {
    ticket: {
      fields: {},
      states: { open: { initial: true }, waiting: {}, closed: { terminal: true } },
      actions: {
        wait: { from: ["open"], to: "waiting" },
        close: { from: ["waiting"], to: "closed" },
      },
      schedules: {
        closing: { on: "enter:waiting", at: "addDays(now(), 1)", action: "close" },
      },
    },
  },
  ports: {
    operator: { actors: ["operator"], allow: ["ticket.create", "ticket.wait", "ticket.close"] },
    clock: { actors: ["clock"], allow: ["ticket.close"] },
  },
};

for (const [environment, clockMs] of [
  ["sandbox", START_MS],
  ["live", START_MS + 60_000],
] as const) {
  test(`preview and call: the time in ${environment} -> that of the Product's clock`, async () => {
    const world = await openWorld({ environment });
    runProgram(world, WAITING);
    const { kind, objectId } = objectMade(world, "ticket", {});
    world.nowMs += 60_000;
    const input = { productId: world.principal.productId, kind, objectId, action: "wait" };
    const { outcome } = await world.found(objectActionPreview, input);
    assert.equal(outcome.schedules[0].dueAt, isoTime(clockMs + DAY_MS));
    assert.equal(await agreed(world, input), true);
  });
}

const attempts = fc.array(
  fc.record({
    action: fc.constantFrom(
      "issue",
      "pay",
      "pay",
      "pay",
      "settle",
      "void",
      "requestRefund",
      "refund",
    ),
    who: fc.constantFrom("payer", "payer", "operator", "payee"),
    amount: fc.constantFrom("1", "2500", "4000", "10000", "0", "x"),
    meanwhile: fc.constantFrom("", "", "", "freeze", "unfreeze", "spend", "fund"),
  }),
  { minLength: 8, maxLength: 16 },
);
type Attempt = typeof attempts extends fc.Arbitrary<readonly (infer A)[]> ? A : never;

test("preview and call: random calls of an invoice -> the same, and what the list of actions says", async () => {
  let ran = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(attempts, async (drawn) => {
      const world = await openWorld();
      runProgram(world);
      const made = invoice(world);
      for (const attempt of [ISSUE, ...drawn]) {
        happen(world, made.from.accountId, attempt.meanwhile);
        const input = inputOf(world, made, attempt);
        const listed = await possible(world, input);
        const isRun = await agreed(world, input);
        if (!listed.needsInput || !listed.allowed) assert.equal(listed.allowed, isRun);
        if (isRun) ran++;
        else refused++;
      }
    }),
    { numRuns: 25 },
  );
  assert.ok(ran > 30 && refused > 30, `${ran} ran, ${refused} were refused`);
});

const ISSUE: Attempt = { action: "issue", who: "operator", amount: "1", meanwhile: "" };

function inputOf(
  world: World,
  { object, from, to }: ReturnType<typeof invoice>,
  { action, who, amount }: Attempt,
): Input {
  const { kind, objectId } = object;
  const customerId = { payer: from.customerId, payee: to.customerId, operator: undefined }[who];
  return {
    ...{ productId: world.principal.productId, kind, objectId, action },
    ...(customerId !== undefined && { onBehalfOf: customerId }),
    ...(action === "pay" && { input: { amount } }),
  };
}

async function possible(world: World, asked: Input): Promise<PossibleAction> {
  const { action, input: _, ...input } = asked;
  const { items } = await world.found(objectActionList, input);
  return (items as PossibleAction[]).find((each) => each.action === action) as PossibleAction;
}

function happen(world: World, accountId: string, what: string): void {
  const { posted } = balanceOf(world, accountId);
  const isFrozen =
    world.state.accounts.status(world.state.accounts.ordinalOf(1, accountId)) !== "open";
  if (what === "freeze" && !isFrozen) {
    world.made(accountFreeze, { accountId, mode: "debits", reason: "review" });
  }
  if (what === "unfreeze" && isFrozen) world.made(accountUnfreeze, { accountId });
  if (what === "fund" && !isFrozen) fund(world, accountId, 1n);
  if (what === "spend" && !isFrozen && posted !== "0") spend(world, accountId, posted);
}

/** Everything goes to another account of the same customer's currency. */
function spend(world: World, accountId: string, amount: string): void {
  const { accountId: elsewhere } = invoice(world).to;
  transfer(world, accountId, elsewhere, amount, { currency: "USD" });
}
