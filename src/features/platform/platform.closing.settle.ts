/**
 * platform.closing.settle: a realm of a Product has answered to the Product's closing. When both have, the Product is
 * closed, or its realms are opened again; when they have been told of that, the closing has ended.
 */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { accept, type Decision, type DecisionContext } from "../../contract/declare/operation.ts";
import { EnvironmentName } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import type { ProductChanged, ProductClosing } from "./platform_facts.ts";
import { write } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import type { CloseRefusal, PlatformState, ProductCloseDocument } from "./platform_state.ts";
import { reopen, tellClosed } from "./platform_telling.ts";
import { productAfter } from "./product_making.ts";
import { productNote } from "./product_note.ts";

const ClosingAnswer = Type.Object(
  {
    /** The place of the record that began the closing. */
    close: Type.Integer({ minimum: 1 }),
    environment: EnvironmentName,
    /** The answer of the operation in the realm; a refusal where the realm cannot be closed. */
    answer: Type.Object({ refusal: Type.Optional(Type.Unknown()) }),
  },
  { title: "PlatformClosingAnswer", additionalProperties: false },
);

export const platformClosingSettle = write({
  id: "platform.closing.settle",
  summary: "Record what a realm answered to the closing of its Product",
  http: { method: "POST", path: "/platform/closings/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  body: ClosingAnswer,
  output: Type.Object({}, { title: "PlatformClosingSettled", additionalProperties: false }),
  refusals: [],
  events: ["product.closed"],
  continues: ({ close }: Static<typeof ClosingAnswer>) => close,
  decide(state, { close: place, environment, answer }, context) {
    const before = state.productCloses.get(context.realm, String(place));
    invariant(before !== undefined, "a closing that began is there");
    const { realm: _, ...close } = before;
    const waiting = close.waiting - 1;
    if (close.phase === "ending") {
      const ended = waiting === 0 ? { endedAtMs: context.nowMs } : {};
      return accept([closingFact({ ...close, waiting, ...ended })], {});
    }
    const said = answer.refusal as CloseRefusal | undefined;
    const refusal = close.refusal ?? said;
    const answered = {
      ...close,
      waiting,
      shut: said === undefined ? [...close.shut, environment] : close.shut,
      ...(refusal !== undefined && { refusal }),
    };
    return waiting > 0 ? accept([closingFact(answered)], {}) : concluded(state, answered, context);
  },
});

type Close = Omit<ProductCloseDocument, "realm">;

/** The facts of the closing once both realms have answered. */
function concluded(
  state: PlatformState,
  close: Close,
  { realm, nowMs, place }: DecisionContext,
): Decision<never> {
  const before = state.products.get(realm, close.productId);
  invariant(before !== undefined, "a Product that is being closed is there");
  const isClosedBefore = before.status === "closed";
  if (close.refusal !== undefined) {
    // The operator may have closed the Product meanwhile: then it stays closed.
    const effects = isClosedBefore ? [] : reopen(before, close.shut, close.place);
    return { ...accept([endingFact(close, effects, nowMs)], {}), effects };
  }
  if (isClosedBefore) return accept([endingFact(close, [], nowMs)], {});
  const product = productAfter(before, { status: "closed" }, nowMs);
  const fact: ProductChanged = { kind: "product.closed.1", product };
  const effects = tellClosed(product, { place, close: close.place });
  const note = { ...productNote(before, product), byPlatform: true } as const;
  const facts = [fact, endingFact(close, effects, nowMs)];
  return audited({ ...accept(facts, {}), effects }, note, AT_SOCKET);
}

/** The closing while the realms are told of its result; ended, where there is nothing to tell. */
function endingFact(close: Close, effects: readonly Effect[], nowMs: number): ProductClosing {
  const waiting = effects.length;
  const ended = waiting === 0 ? { endedAtMs: nowMs } : {};
  return closingFact({ ...close, phase: "ending", waiting, ...ended });
}

function closingFact(close: Close): ProductClosing {
  return { kind: "product.closing.1", close };
}
