/** For tests: objects, decisions, rows of schedules and their collections, with each outcome that has an event. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  fund,
  openAccount,
  operate,
  type Part,
  type Reply,
  type ShardStage,
} from "../../../world/story.ts";

import { installable } from "../product/installed.ts";
import { LEVY, LEVY_PORTS, tellOfLevies } from "./collecting_story.ts";
import { BILL, BILL_PORTS, tellOfBills } from "./paying_story.ts";
import { PLEDGE, PLEDGE_PORTS, tellOfPledges } from "./pledge_story.ts";

const DAY_MS = 86_400_000;
const KIND = "case";
const OWNER = "customer(fields.owner).customer_balance";
const fee = (label: string) => ({ label, amount: "fields.fee", from: "own.pot", to: OWNER });

/** Each action of the clock moves a fee out of the pot, and asks for a decision. */
const PROGRAM = {
  language: "blueprint/1",
  name: "A story",
  currencies: ["EUR", "GBP", "USD"],
  accounts: { reserve: { role: "product_reserve", owner: "product" } },
  nouns: {
    bill: BILL,
    levy: LEVY,
    pledge: PLEDGE,
    note: {
      fields: { text: { type: "text" } },
      states: { kept: { initial: true }, gone: { terminal: true } },
      actions: { drop: { from: ["kept"], to: "gone" } },
    },
    [KIND]: {
      subject: { field: "owner" },
      currency: "'EUR'",
      fields: {
        owner: { type: "customer", required: true },
        fee: { type: "amount", required: true },
        mandate: { type: "consent", consentType: "collection" },
      },
      own: { pot: { currency: "'EUR'" } },
      states: { open: { initial: true }, going: {}, ended: { terminal: true } },
      decisions: {
        review: { by: ["operator"], timeout: "P9D", onTimeout: "decline" },
        again: { by: ["operator"], timeout: "P5D", onTimeout: "decline" },
      },
      actions: {
        fill: {
          from: ["open"],
          to: "open",
          input: { amount: { type: "amount", required: true } },
          moves: [{ label: "fill", amount: "input.amount", from: OWNER, to: "own.pot" }],
        },
        ask: { from: ["open"], to: "open", opens: "review" },
        go: {
          from: ["open"],
          to: "going",
          gate: "review",
          auto: true,
          opens: "again",
          moves: [fee("go")],
        },
        tick: { from: ["going"], to: "open", opens: "review", moves: [fee("tick")] },
        charge: {
          from: ["going"],
          to: "going",
          input: { amount: { type: "amount", required: true } },
          moves: [{ label: "charge", amount: "input.amount", from: OWNER, to: "own.pot" }],
        },
        repeat: { from: ["going"], to: "open", gate: "again" },
        end: { from: ["open", "going"], to: "ended" },
      },
      schedules: {
        charge: {
          on: "enter:going",
          at: "addDays(now(), 1)",
          // As text: an object with a property of this name looks like a promise.
          collect: JSON.parse(
            '{"consent":"fields.mandate","amount":"fields.fee","then":"charge"}',
          ) as object,
        },
        tick: { on: "enter:going", at: "addDays(now(), 2)", action: "tick" },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: [
        ...["create", "ask", "repeat", "end"].map((action) => `${KIND}.${action}`),
        ...["note.create", "note.drop", ...BILL_PORTS.operator],
        ...[...LEVY_PORTS.operator, ...PLEDGE_PORTS.operator],
      ],
    },
    owner: { actors: ["customer"], as: "subject", allow: [`${KIND}.fill`, ...BILL_PORTS.owner] },
    clock: {
      actors: ["clock"],
      allow: [
        ...[`${KIND}.go`, `${KIND}.tick`, `${KIND}.charge`],
        ...[...BILL_PORTS.clock, ...LEVY_PORTS.clock, ...PLEDGE_PORTS.clock],
      ],
    },
  },
};

const { case: before, note, bill, levy, pledge } = PROGRAM.nouns;

/** The Build after it: open is called fresh, there is another account, and no review. */
const NEXT_PROGRAM = {
  ...PROGRAM,
  nouns: {
    note,
    bill,
    levy,
    pledge,
    [KIND]: {
      ...before,
      own: { ...before.own, spare: { currency: "'EUR'" } },
      states: { fresh: { initial: true }, going: {}, ended: { terminal: true } },
      decisions: { again: before.decisions.again },
      actions: {
        fill: { ...before.actions.fill, from: ["fresh"], to: "fresh" },
        ask: { from: ["fresh"], to: "fresh", opens: "again" },
        go: { from: ["fresh"], to: "going", moves: [fee("go")] },
        tick: { from: ["going"], to: "fresh", moves: [fee("tick")] },
        charge: before.actions.charge,
        repeat: { from: ["going"], to: "fresh", gate: "again" },
        end: { from: ["fresh", "going"], to: "ended" },
      },
    },
  },
  ports: {
    ...PROGRAM.ports,
    operator: { actors: ["operator"], allow: [...PROGRAM.ports.operator.allow, `${KIND}.go`] },
  },
  migrations: { [KIND]: { states: { open: "fresh" } } },
};

export function* tellOfObjects(stage: ShardStage): Part {
  const customerId = yield* createCustomer();
  yield* fund(yield* openAccount(customerId), "1000");
  yield* operate("product.build.install", { build: installable(PROGRAM, 2), origin: 8_201 });
  const once = yield* consent(customerId, { limits: { maxCount: 1 } });
  const revoked = yield* consent(customerId);
  const paid = yield* going(customerId, { mandate: once, filled: "14" });
  const unpaid = yield* going(customerId, { mandate: revoked, filled: "7" });
  yield* ask("consent.revoke", { consentId: revoked, reason: "a story" });
  // The pot is empty, so the action that follows the approval by itself is refused.
  const empty = yield* going(customerId, {});
  yield* call(empty, "fill", { onBehalfOf: customerId, input: { amount: "999999999" } });
  const decisionId = yield* asked(yield* made(customerId));
  yield* ask("decision.resolve", { decisionId, outcome: "decline" });
  yield* advance(stage, 10 * DAY_MS);
  yield* tellOfLevies(stage, customerId);
  yield* tellOfPledges(stage, customerId);
  for (const objectId of [paid, unpaid]) yield* call(objectId, "end");
  yield* asked(yield* made(customerId));
  yield* tellOfBills(stage, customerId);
  const next = { build: installable(NEXT_PROGRAM, 3), origin: 8_202, migrate: [KIND] };
  yield* operate("product.build.install", next);
  yield* ask("product.noun.retire", { productId: PRODUCT_ID, kind: "note" });
}

function* made(owner: string, mandate?: string): Part<string> {
  const fields = { owner, fee: "7", ...(mandate !== undefined && { mandate }) };
  const draft = { productId: PRODUCT_ID, kind: KIND, fields };
  return String((yield* ask("object.create", draft))["objectId"]);
}

function* call(objectId: string, action: string, more: object = {}): Part<Reply> {
  const input = { productId: PRODUCT_ID, kind: KIND, objectId, action, ...more };
  return yield* ask("object.action.call", input);
}

/** The decision that is asked for. */
function* asked(objectId: string): Part<string> {
  const { outcome } = (yield* call(objectId, "ask")) as unknown as {
    outcome: { decisions: { decisionId: string }[] };
  };
  return String(outcome.decisions[0]?.decisionId);
}

/** An object with so much in its pot, whose decision is approved. */
function* going(
  customerId: string,
  { mandate, filled }: { mandate?: string; filled?: string },
): Part<string> {
  const objectId = yield* made(customerId, mandate);
  const input = { amount: filled };
  if (filled !== undefined) yield* call(objectId, "fill", { onBehalfOf: customerId, input });
  const decisionId = yield* asked(objectId);
  yield* ask("decision.resolve", { decisionId, outcome: "approve" });
  return objectId;
}

function* consent(customerId: string, more: object = {}): Part<string> {
  const textDigest = `sha256:${"ab".repeat(32)}`;
  const evidence = { method: "browser", acceptedAt: new Date(START_MS).toISOString(), textDigest };
  const given = { productId: PRODUCT_ID, customerId, type: "collection", evidence, ...more };
  return String((yield* ask("consent.create", given))["consentId"]);
}
