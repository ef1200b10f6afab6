/**
 * A read: waits until the view shows what was acknowledged when the request arrived, and then
 * answers from one snapshot. A public read needs neither.
 */
import type { Authenticated } from "../access/credential_table.ts";
import type { Place } from "../base/id.ts";
import { scopeKeyOf } from "../contract/envelope.ts";
import {
  type CursorCodec,
  type ReadContext,
  type ReadOperation,
  refuse,
} from "../contract/operation.ts";
import type { Snapshot } from "../contract/snapshot.ts";
import type { Proving } from "../contract/tree_head.ts";
import type { Answer } from "./answer.ts";
import type { Edge } from "./edge.ts";
import { answerFromPool } from "./pool_answer.ts";

// biome-ignore lint/suspicious/noExplicitAny: reads of every input type pass here
type AnyRead = ReadOperation<any, any, any>;

export function answerRead(
  answer: Answer,
  edge: Edge,
  operation: AnyRead,
  caller: Authenticated | undefined,
  input: Record<string, unknown>,
): void {
  const { parts } = edge;
  if (caller === undefined) {
    const cursors = parts.cursors.forWalk({
      operation: operation.id,
      productId: "",
      environment: "sandbox",
    });
    settle(answer, () => operation.read(NO_SNAPSHOT, input, publicContext(cursors, parts.nowMs())));
    return;
  }
  const courier = parts.couriers[caller.shard];
  if (courier === undefined || !courier.serving) {
    unavailable(answer);
    return;
  }
  const needed = courier.acknowledged;
  const respond = (located: Place) => {
    if (answer.isFinished) return;
    if (operation.runsIn === "pool") {
      answerFromPool(answer, edge, { operation, caller, input, located, sequence: needed });
      return;
    }
    settle(
      answer,
      () => read(edge, operation, caller, input, located),
      (proving) => prove(answer, edge, caller.shard, proving),
    );
  };
  const whenViewed = (located: Place) => {
    if (courier.isViewed(needed)) respond(located);
    else {
      courier.awaitView(needed, parts.nowMs(), (reached) => {
        if (reached) respond(located);
        else unavailable(answer);
      });
    }
  };
  const { recorder } = parts;
  if (recorder !== undefined && operation.needsRequestLog?.(input) === true) {
    recorder.whenWritten(() => whenViewed(0));
    return;
  }
  if (operation.locate === undefined) {
    whenViewed(0);
    return;
  }
  const scope = scopeKeyOf(caller.principal.productId, caller.principal.environment);
  courier.locate(scope, operation.locate(input), parts.nowMs(), (place) => {
    if (place === undefined) unavailable(answer);
    else whenViewed(place);
  });
}

function read(
  edge: Edge,
  operation: AnyRead,
  caller: Authenticated,
  input: Record<string, unknown>,
  located: Place,
) {
  const { parts } = edge;
  const { principal } = caller;
  const view = parts.views[caller.shard];
  if (view === undefined) throw new Error(`shard ${caller.shard} has no view`);
  const snapshot = view.refreshed();
  const { productId, environment } = principal;
  const context: ReadContext = {
    nowMs: parts.nowMs(),
    scope: view.scopeNumberOf(scopeKeyOf(productId, environment)),
    principal,
    product: caller.product,
    apiKey: caller.key,
    located,
    cursors: parts.cursors.forWalk({ operation: operation.id, productId, environment }),
    requestLog: parts.requestLog,
  };
  return operation.read(snapshot, input, context);
}

function settle(
  answer: Answer,
  reading: () => ReturnType<AnyRead["read"]>,
  onProving?: (proving: Proving) => void,
): void {
  try {
    const result = reading();
    if (result.refused) answer.refuse(result);
    else if (result.proving !== undefined) onProving?.(result.proving);
    else answer.found(result);
  } catch (cause) {
    answer.fail(cause);
  }
}

/** The rest of a body that needs the log's tree, which may grow to what this view shows. */
function prove(answer: Answer, { parts }: Edge, shard: number, proving: Proving): void {
  const { place, statement, bodyOf } = proving;
  const through = parts.views[shard]?.sequence ?? 0;
  parts.prove({ shard, through, place, statement }).then(
    (proven) => {
      if (answer.isFinished) return;
      if (!("growing" in proven)) {
        settle(answer, () => ({ refused: false, json: bodyOf(proven) }));
        return;
      }
      const message = "the proof tree of the log is still growing; retry in a moment";
      const details = { reader: "proof_tree", ...proven.growing };
      answer.refuse(refuse("resource_reader_unavailable", message, details));
    },
    (cause: Error) => {
      parts.log.fault("a proof could not be made", cause);
      if (!answer.isFinished) unavailable(answer);
    },
  );
}

function unavailable(answer: Answer): void {
  const message = "the read model does not answer now; retry later";
  answer.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
}

function publicContext(cursors: CursorCodec, nowMs: number): ReadContext {
  return { ...NOBODY, nowMs, cursors };
}

/** A public read answers from the contract: it has no business with a snapshot or a caller. */
const NO_SNAPSHOT = undefined as unknown as Snapshot;
const NOBODY = { scope: undefined, located: 0 } as unknown as ReadContext;
