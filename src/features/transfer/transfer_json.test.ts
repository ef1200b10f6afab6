/** The hand-written JSON of a transfer against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../../test/support/properties.ts";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { ACTOR_TYPES, type ActorType } from "../../contract/records/actor.ts";
import type { RecordHead, StoredRecord } from "../../contract/records/record.ts";
import {
  type RowExtras,
  STEPS,
  TRANSFER_KINDS,
  TRANSFER_ROW,
  type TransferRow,
} from "../ledger/transfer_row.ts";
import {
  initialStatusOf,
  plainTransferJson,
  transferJson,
  transferReply,
} from "./transfer_json.ts";

const NAMES = { tenantId: "ten_1", productId: "prod_1", environment: "live" } as const;

const text = fc.string({ unit: CODE_POINT, maxLength: 12 });
const extras = fc.record(
  {
    description: text,
    metadata: fc.dictionary(text, text, { maxKeys: 3 }),
    externalId: fc.string({ maxLength: 12 }),
    transferHoldId: fc.constant("th_1"),
    reversalOf: fc.constant("tr_1"),
    failureCode: fc.constant("insufficient_balance"),
  },
  { requiredKeys: [] },
);

test("transfer json: any row -> the text that JSON.stringify gives", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STEPS),
      fc.constantFrom(...TRANSFER_KINDS),
      fc.nat(999),
      fc.bigInt(1n, 10n ** 18n - 1n),
      fc.option(extras, { nil: undefined }),
      fc.constantFrom(...ACTOR_TYPES),
      (step, transferKind, sub, amountMinor, drawn, actorType) => {
        const row = rowOf({ step, transferKind, sub, amountMinor, extras: drawn as RowExtras });
        const head = headOf(actorType);
        const json = transferJson(row, head, NAMES, (ordinal) => `acct_${ordinal}`);
        assert.equal(json, JSON.stringify(plainTransfer(row, head)));
      },
    ),
  );
});

test("transfer json: the answer to a plain request -> the text of its record, as a replay gives it", () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 18n - 1n),
      fc.constantFrom("EUR", "USD", "JPY"),
      fc.constantFrom(...ACTOR_TYPES),
      fc.nat(2 ** 40 - 2),
      fc.nat(8_191),
      (amountMinor, currency, actorType, frame, index) => {
        const row = rowOf({ step: "posted", transferKind: "book", sub: 0, amountMinor, currency });
        const head = { ...headOf(actorType), place: placeOf(frame + 1, index) };
        const { timeMs, shard, place, actorId } = head;
        const accountId = (ordinal: number) => `acct_${ordinal}`;
        const record = { ...head, facts: [row], reply: undefined } as StoredRecord;
        const answer = plainTransferJson(
          {
            sourceAccountId: accountId(row.sourceOrdinal),
            destinationAccountId: accountId(row.destinationOrdinal),
            amount: String(amountMinor),
            currency,
          },
          {
            suffix: encodeIdSuffix(timeMs, shard, place, 0),
            timeMs,
            names: NAMES,
            actor: { type: actorType, id: actorId },
          },
        );
        assert.equal(answer, transferReply(record, NAMES, { accounts: { accountId } }));
      },
    ),
  );
});

function plainTransfer(row: TransferRow, head: RecordHead): Record<string, unknown> {
  const { extras, amountMinor, sub } = row;
  const status = initialStatusOf(row);
  const record = encodeIdSuffix(head.timeMs, head.shard, head.place, 0);
  const at = new Date(head.timeMs).toISOString();
  const failureCode = extras?.failureCode;
  const isHeld = row.step === "reserved" && extras !== undefined;
  return {
    transferId: `tr_${encodeIdSuffix(head.timeMs, head.shard, head.place, sub)}`,
    productId: NAMES.productId,
    environment: NAMES.environment,
    sourceAccountId: `acct_${row.sourceOrdinal}`,
    destinationAccountId: `acct_${row.destinationOrdinal}`,
    amount: amountMinor.toString(),
    currency: row.currency,
    status,
    kind: row.transferKind,
    description: extras?.description,
    metadata: extras?.metadata ?? {},
    externalId: extras?.externalId,
    transferHoldId: extras?.transferHoldId,
    reservedAmount: isHeld ? amountMinor.toString() : undefined,
    reversalOf: extras?.reversalOf,
    failure: failureCode === undefined ? undefined : { code: failureCode },
    ledgerTimestamp: at,
    operationId: `op_${record}`,
    receiptId: `rcpt_${record}`,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    actor: { type: head.actorType, id: `${head.actorType}_1` },
    statusTransitions: { [`${status}At`]: at },
  };
}

function rowOf(drawn: Partial<TransferRow>): TransferRow {
  return {
    kind: TRANSFER_ROW,
    step: "posted",
    transferKind: "book",
    currency: "EUR",
    sub: 0,
    amountMinor: 1n,
    reservedMinor: 0n,
    sourceOrdinal: 3,
    destinationOrdinal: 4,
    sourcePosted: 0n,
    sourceHeld: 0n,
    destinationPosted: 1n,
    destinationHeld: 0n,
    sourcePrevious: { place: 0, sub: 0 },
    destinationPrevious: { place: 0, sub: 0 },
    extras: undefined,
    ...drawn,
  };
}

function headOf(actorType: ActorType): RecordHead {
  return {
    place: 8_193,
    shard: 2,
    timeMs: 1_769_850_000_123,
    operation: "transfer.create",
    requestId: "r",
    realm: 1,
    principalId: "key_1",
    actorType,
    actorId: `${actorType}_1`,
    cause: "api",
    previousPlace: 0,
    parentPlace: 0,
    requestDigest: "",
    status: 201,
    firstEvent: 1,
  };
}
