/** The hot functions of an edge, each with the input of a transfer or of a list of transfers. */
import { randomBytes } from "node:crypto";
import { createCursorCodec } from "../../src/access/cursor.ts";
import { encodeIdSuffix, placeOf } from "../../src/base/id.ts";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import { type RealmNames, realmKeyOf } from "../../src/contract/declare/principal.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import { requestNote } from "../../src/http/note/request_record.ts";
import { operationRoute } from "../../src/http/route.ts";
import { encodeEntry, entryBytesMax } from "../../src/request_log/entry.ts";
import { ENVELOPES, newOutbox } from "./envelopes.ts";
import { type EdgeMicro, type Micro, type Micros, repeated } from "./micro.ts";

/** `inputs`: texts of a transfer's body. */
export function edgeMicros(
  names: RealmNames,
  principalId: string,
  inputs: readonly string[],
): Micros<EdgeMicro> {
  return {
    envelope: envelopeSent(names, principalId, inputs),
    ...cursors(names),
    ...requestLog(names, principalId, inputs[0] as string),
  };
}

function envelopeSent(names: RealmNames, principalId: string, inputs: readonly string[]): Micro {
  const outbox = newOutbox(names, principalId);
  const some = inputs.slice(0, ENVELOPES);
  const keyOf = () => "6f0cdbd2-9d1c-4d2e-8a2f-0f4c5b6a7d8e";
  return {
    operations: some.length,
    run() {
      outbox.send(some, keyOf);
      outbox.answer();
    },
  };
}

function cursors({ productId, environment }: RealmNames): Micros<"cursorMade" | "cursorRead"> {
  const codecs = createCursorCodec(randomBytes(32));
  const walk = codecs.forWalk({
    operation: "transfer.list",
    owner: productId,
    environment,
    realm: 3,
  });
  const filters = { productId, status: "posted" };
  const positionOf = (at: number) => `${placeOf(1_000 + at, 7)}.0`;
  const cursor = walk.encode(filters, positionOf(0));
  return {
    cursorMade: repeated((at) => walk.encode(filters, positionOf(at))),
    cursorRead: repeated(() => walk.decode(filters, cursor)),
  };
}

function requestLog(
  { tenantId, productId, environment }: RealmNames,
  principalId: string,
  body: string,
): Micros<"requestEntry" | "requestEncoded"> {
  const route = operationRoute(transferCreate);
  const suffix = encodeIdSuffix(Date.now(), 0, placeOf(1_000, 7), 0);
  const names = { tenantId, productId, environment };
  const caller = {
    kind: "product_key",
    principal: { principalId, ...names },
    realmKey: realmKeyOf(names),
    key: { prefix: "service_test_1m8" },
  } as ProductKeyCaller;
  const headers = {
    ...{ userAgent: "bench/1", contentType: "application/json", accept: "*/*" },
    idempotencyKey: "6f0cdbd2-9d1c-4d2e-8a2f-0f4c5b6a7d8e",
  };
  const request = {
    ...{ method: "post", path: "/v1/transfers", query: "", headers, isValid: true },
    ...{ body, bodyBytes: body.length, requestId: `req_${suffix}` },
  };
  const sent = {
    mark: { timeMs: Date.now(), shard: 1_022, count: 7 },
    ...{ operationSuffix: suffix, traceId: "", address: Uint8Array.of(127, 0, 0, 1) },
    ...{ status: 201, code: undefined, durationMs: 3.25, body: "r".repeat(600), bodyBytes: 600 },
  };
  const note = requestNote(route, caller, caller.realmKey, request, sent);
  const into = Buffer.allocUnsafeSlow(entryBytesMax(note));
  return {
    requestEntry: repeated(() => requestNote(route, caller, caller.realmKey, request, sent)),
    requestEncoded: repeated(() => {
      entryBytesMax(note);
      return encodeEntry(note, into, 0);
    }),
  };
}
