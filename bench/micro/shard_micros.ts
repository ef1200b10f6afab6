/** The hot functions of a ledger shard, each with the input of a transfer. */
import { randomInt, randomUUID } from "node:crypto";
import { frameOf } from "../../src/base/id.ts";
import { invariant } from "../../src/base/invariant.ts";
import { readEnvelopes } from "../../src/contract/messages/envelope_text.ts";
import type { RealmDocument } from "../../src/contract/records/realm_document.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import {
  decodeRecord,
  encodeRecord,
  FactCodecs,
  recordBytesMax,
} from "../../src/contract/records/record_codec.ts";
import { RecordView } from "../../src/contract/records/record_view.ts";
import { BLOCK_BYTES, BLOCK_ROWS, balanceIn } from "../../src/features/ledger/balance_block.ts";
import { BalanceTable } from "../../src/features/ledger/balance_table.ts";
import { SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import { transferReply } from "../../src/features/transfer/transfer_json.ts";
import { type Command, writeCommand } from "../../src/shard/command.ts";
import { FRAME_BYTES_SOFT } from "../../src/shard/group_commit.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { KnownCallers } from "../../src/shard/known_callers.ts";
import { stepsOf } from "../../src/shard/step.ts";
import { requestDigestOf, StepContext } from "../../src/shard/step_context.ts";
import { HASH_BYTES } from "../../wal/format.ts";
import { FrameBuilder } from "../../wal/frame_builder.ts";
import type { Shard } from "../book/shard.ts";
import { ENVELOPES, newOutbox } from "./envelopes.ts";
import { copied, type Micro, type Micros, repeated, type ShardMicro } from "./micro.ts";

/** `inputs`: texts of a transfer's body, at least `ENVELOPES`. */
export function shardMicros(
  shard: Shard,
  realm: RealmDocument,
  inputs: readonly string[],
): Micros<ShardMicro> {
  const { journal } = shard;
  const message = messageTo(realm, inputs);
  const commands = commandsOf(message, realm);
  const record = recordOf(journal, journal.execute(commands[0] as Command).place);
  return {
    envelopeParsed: {
      operations: ENVELOPES,
      run: repeated(() => commandsOf(message, realm), 1).run,
    },
    ...digests(commands),
    decide: decided(journal, record, commands),
    execute: executed(shard, realm, inputs),
    reply: repeated(() => copied(transferReply(record, realm.names, journal.state))),
    ...records(record),
    frameSealed: frameSealed(record),
    ...blocks(),
  };
}

/** The message of `ENVELOPES` transfers, as a courier sends it, each with a key of its own. */
function messageTo(realm: RealmDocument, inputs: readonly string[]): string {
  const from = randomInt(inputs.length - ENVELOPES + 1);
  const some = inputs.slice(from, from + ENVELOPES);
  return newOutbox(realm.names, "key_bench").send(some, () => randomUUID()) as string;
}

const CALLERS = new KnownCallers();

/** As the mailbox makes commands of a message. */
function commandsOf(message: string, realm: RealmDocument): Command[] {
  const plainOf = () => transferCreate.plain;
  return readEnvelopes(message, plainOf).map((envelope) =>
    writeCommand(envelope, CALLERS.whoOf(envelope.who), realm),
  );
}

function digests(commands: readonly Command[]): Micros<"canonicalText" | "digest"> {
  const step = stepsOf(SHARD_REGISTRY).get(transferCreate.id);
  invariant(step !== undefined, "a ledger shard makes transfers");
  const commandAt = (at: number) => commands[at % commands.length] as Command;
  return {
    canonicalText: repeated((at) => step.inputForm(commandAt(at).input)),
    digest: repeated((at) => requestDigestOf(commandAt(at), 3, step)),
  };
}

function decided(
  journal: Journal<ShardState>,
  record: StoredRecord,
  commands: readonly Command[],
): Micro {
  return repeated((at) => {
    const command = commands[at % commands.length] as Command;
    const { refused } = transferCreate.decide(
      journal.state,
      command.input as never,
      new StepContext(journal, record, command),
    );
    if (refused) throw new Error("a transfer between funded accounts is not refused");
  });
}

/**
 * Keys are looked up, facts decided, encoded into the frame and applied. Nothing is written
 * meanwhile, and the frame is full too seldom for the median to show that it is sealed.
 */
function executed(shard: Shard, realm: RealmDocument, inputs: readonly string[]): Micro {
  let commands: Command[] = [];
  return {
    operations: ENVELOPES,
    async before() {
      await shard.writeIfDue();
      commands = commandsOf(messageTo(realm, inputs), realm);
    },
    run() {
      for (const command of commands) {
        const { status, body } = shard.journal.execute(command);
        if (status !== transferCreate.http.status) throw new Error(`answered ${status}: ${body}`);
      }
    },
  };
}

function records(record: StoredRecord): Micros<"recordEncoded" | "recordDecoded" | "recordViewed"> {
  const codecs = new FactCodecs(SHARD_REGISTRY.codecs);
  const bytes = encodedOf(record);
  const where = { shard: record.shard, place: record.place };
  const into = Buffer.allocUnsafeSlow(FRAME_BYTES_SOFT);
  return {
    recordEncoded: repeated(() => {
      recordBytesMax(record, codecs);
      return encodeRecord(record, codecs, into, 0);
    }),
    recordDecoded: repeated(() => decodeRecord(bytes, codecs, where)),
    recordViewed: repeated(() => new RecordView(bytes, 0, codecs, where)),
  };
}

/** Copies, checksum and hash of one frame; the records are in the builder already. */
function frameSealed(record: StoredRecord): Micro {
  const bytes = encodedOf(record);
  const builder = new FrameBuilder();
  let hash: Uint8Array = Buffer.alloc(HASH_BYTES);
  let sequence = 1;
  return {
    ...repeated(() => {
      hash = builder.seal().hash;
    }, 1),
    before() {
      builder.open(sequence++, hash);
      while (builder.byteLength < FRAME_BYTES_SOFT) {
        const { buffer, offset } = builder.reserve(bytes.length);
        builder.commitRecord(offset + bytes.copy(buffer, offset));
      }
    },
  };
}

/** A transfer changes a row of a block; then the state takes a copy of the block. */
function blocks(): Micros<"blockDrained" | "blockRead"> {
  const table = new BalanceTable();
  for (let ordinal = 0; ordinal < BLOCK_ROWS; ordinal++) table.add(ordinal);
  let block = new Uint8Array(BLOCK_BYTES);
  const sink = (_realm: number, _key: string, value: Uint8Array | undefined) => {
    if (value !== undefined) block = Uint8Array.from(value);
    return 1;
  };
  table.drain(sink);
  const copy = new Uint8Array(BLOCK_BYTES);
  const copying = (_realm: number, _key: string, value: Uint8Array | undefined) => {
    if (value !== undefined) copy.set(value);
    return 1;
  };
  return {
    blockDrained: repeated((at) => {
      table.setHead(at, { place: at, sub: 0 });
      table.drain(copying);
    }),
    blockRead: repeated((at) => balanceIn(block, at)),
  };
}

function encodedOf(record: StoredRecord): Buffer {
  const codecs = new FactCodecs(SHARD_REGISTRY.codecs);
  const bytes = Buffer.alloc(recordBytesMax(record, codecs));
  return bytes.subarray(0, encodeRecord(record, codecs, bytes, 0));
}

function recordOf(journal: Journal<ShardState>, place: number): StoredRecord {
  const record = journal.record(place);
  invariant(record !== undefined, `the record of frame ${frameOf(place)} is there`);
  return record;
}
