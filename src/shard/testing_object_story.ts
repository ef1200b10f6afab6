/** For tests: objects, decisions, consents, rows of schedules and collections, with each outcome that has an event. */
import { PRODUCT_ID, START_MS } from "../../test/world/callers.ts";
import { installable } from "../features/product/testing_installed.ts";
import type { Input, Part, Reply } from "./testing_story.ts";

const DAY_MS = 86_400_000;
const KIND = "case";
const OWNER = "customer(fields.owner).customer_balance";
const fee = (label: string) => ({ label, amount: "fields.fee", from: "own.pot", to: OWNER });

/** Each action of the clock moves a fee out of the pot, and asks for a decision. */
export const PROGRAM = {
  language: "blueprint/1",
  name: "A story",
  currencies: ["EUR"],
  accounts: { reserve: { role: "product_reserve", owner: "product" } },
  nouns: {
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
        ...["note.create", "note.drop"],
      ],
    },
    owner: { actors: ["customer"], as: "subject", allow: [`${KIND}.fill`] },
    clock: {
      actors: ["clock"],
      allow: [`${KIND}.go`, `${KIND}.tick`, `${KIND}.charge`],
    },
  },
};

const { case: before, note } = PROGRAM.nouns;

/** The Build after it: open is called fresh, there is another account, and no review. */
const NEXT_PROGRAM = {
  ...PROGRAM,
  nouns: {
    note,
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

function* ask(operation: string, input: Input): Part<Reply> {
  return yield { by: "caller", operation, input };
}

/** `customerId` has money in EUR. The sandbox's clock stands at most `days` after the start. */
export function* tellOfObjects(customerId: string, days: number): Part<void> {
  const install = { build: installable(PROGRAM, 2), origin: 8_201 };
  yield { by: "operator", operation: "product.build.install", input: install };
  const consents = yield* tellOfConsents(customerId, days);
  const paid = yield* going(customerId, { mandate: consents.once, filled: "14" });
  const unpaid = yield* going(customerId, { mandate: consents.revoked, filled: "7" });
  yield* ask("consent.revoke", { consentId: consents.revoked, reason: "a story" });
  // The pot is empty, so the action that follows the approval by itself is refused.
  const empty = yield* going(customerId, {});
  yield* call(empty, "fill", { onBehalfOf: customerId, input: { amount: "999999999" } });
  const decisionId = yield* asked(yield* made(customerId));
  yield* ask("decision.resolve", { decisionId, outcome: "decline" });
  const at = new Date(START_MS + (days + 10) * DAY_MS).toISOString();
  yield* ask("sandbox.clock.advance", { productId: PRODUCT_ID, at });
  for (const objectId of [paid, unpaid]) yield* call(objectId, "end");
  yield* asked(yield* made(customerId));
  const next = { build: installable(NEXT_PROGRAM, 3), origin: 8_202, migrate: [KIND] };
  yield { by: "operator", operation: "product.build.install", input: next };
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

/** Consents in each of their statuses. */
function* tellOfConsents(
  customerId: string,
  days: number,
): Part<{ once: string; revoked: string }> {
  const method = "browser";
  const acceptedAt = new Date(START_MS).toISOString();
  const complete = { method, acceptedAt, textDigest: `sha256:${"ab".repeat(32)}` };
  function* consent(evidence: object, more: object = {}): Part<string> {
    const draft = { productId: PRODUCT_ID, customerId, type: "collection", evidence, ...more };
    return String((yield* ask("consent.create", draft))["consentId"]);
  }
  const waiting = yield* consent({ method });
  yield* ask("consent.confirm", { consentId: waiting, evidence: complete });
  yield* ask("consent.reject", { consentId: yield* consent({ method }) });
  const expiresAt = new Date(START_MS + (days + 1) * DAY_MS).toISOString();
  yield* consent(complete, { expiresAt });
  return {
    once: yield* consent(complete, { limits: { maxCount: 1 } }),
    revoked: yield* consent(complete),
  };
}
