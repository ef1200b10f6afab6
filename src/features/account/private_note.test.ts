/**
 * The platform's private note of a freeze: no answer has it, neither of a freeze of this version nor
 * of one that an earlier version recorded with the note as its reason.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { keyCaller } from "../../../test/world/callers.ts";
import { createAccount, fund, openAccount, transfer } from "../../../test/world/parties.ts";
import type { AnyRead } from "../../../test/world/reading.ts";
import { openRequestLog, requestEntry } from "../../../test/world/request_log.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Answer, AnyWrite } from "../../../test/world/writing.ts";
import { customerActivityList } from "../customer/customer.activity.list.ts";
import { developerLogRetrieve } from "../developer_log/developer_log.retrieve.ts";
import { idempotencyKeyRetrieve } from "../idempotency_key/idempotency_key.retrieve.ts";
import { operationList } from "../operation/operation.list.ts";
import { readScopes } from "../operation_ids.ts";
import { receiptList } from "../receipt/receipt.list.ts";
import { receiptProofRetrieve } from "../receipt/receipt.proof.retrieve.ts";
import { operations } from "../registry.ts";
import { sandboxPlatformFreezeCreate } from "../sandbox/sandbox.platform_freeze.create.ts";
import { sandboxPlatformFreezeLift } from "../sandbox/sandbox.platform_freeze.lift.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { accountFreezeList } from "./account.freeze.list.ts";
import { accountUpdate } from "./account.update.ts";
import { accountList, accountRetrieve } from "./account_resource.ts";
import { hasPrivateNote, withoutPrivateNotes } from "./private_note.ts";

const NOTE = "informant 7 names the owner";
const DEFAULT = "frozen by the platform";
const SEARCH = operations.find(({ id }) => id === "search.retrieve") as AnyRead;
const REFUSAL = JSON.stringify({ error: { details: { plane: "platform" } } });
const READER = keyCaller({ scopes: readScopes() });

/** A write of the present whose reply has the note as the reason, as an earlier version replied. */
function replyingNote(operation: AnyWrite): AnyWrite {
  return {
    ...operation,
    decide(state, input, context) {
      const decision = operation.decide(state, input, context);
      if (decision.refused) return decision;
      const reply = decision.reply as Answer;
      const freezes = reply.freezes.map((freeze: Answer) => ({ ...freeze, reason: NOTE }));
      return { ...decision, reply: { ...reply, freezes } };
    },
  };
}

/** sandbox.platform_freeze.create as it was: the note is the reason, in the fact and in the reply. */
const EARLIER_FREEZE = replyingNote({
  ...sandboxPlatformFreezeCreate,
  decide(state, input, context) {
    const decision = sandboxPlatformFreezeCreate.decide(state, input, context);
    if (decision.refused) return decision;
    const [fact] = decision.facts as Answer[];
    const { wording: _, ...freeze } = { ...fact.freeze, reason: NOTE };
    return {
      ...decision,
      facts: [{ ...fact, freeze, extras: { ...fact.extras, freezes: [freeze] } }],
    };
  },
});

const VERSIONS: { version: string; earlier: AnyWrite[] }[] = [
  { version: "this version", earlier: [] },
  { version: "an earlier version", earlier: [EARLIER_FREEZE, replyingNote(accountUpdate)] },
];

const KEYS = ["1", "2", "3"].map((end) => `00000000-0000-4000-8000-00000000000${end}`);

/** An account with a freeze of the platform, which was changed, and whose freeze was lifted. */
function frozen(world: World) {
  const account = createAccount(world);
  const { accountId } = account;
  fund(world, accountId, 100n);
  const { transferId } = transfer(world, accountId, openAccount(world), "1");
  const asked = [
    [sandboxPlatformFreezeCreate, { accountId, mode: "all", reason: NOTE }],
    [accountUpdate, { accountId, name: "Wallet" }],
  ] as const;
  const writes = asked.map(([operation, input], at) => {
    const asking = { idempotencyKey: KEYS[at] as string };
    return { operation, input, asking, ...world.run(operation, input, asking) };
  });
  return { accountId, customerId: account.owner.id, transferId, writes };
}

async function readsOf(world: World, context: TestContext, made: ReturnType<typeof frozen>) {
  const { productId } = world.principal;
  const { accountId, customerId, writes } = made;
  const operations = (await world.found(operationList, { productId })).items;
  const entries = writes.map(({ operation, input }, at) =>
    requestEntry(world.nowMs - 10 + at, {
      operation: operation.id,
      operationId: operations.find((each: Answer) => each.operation === operation.id).operationId,
      requestBody: JSON.stringify(input),
    }),
  );
  const requestLog = await openRequestLog(context, entries);
  const reads: [AnyRead, Answer][] = [
    [accountRetrieve, { accountId }],
    [accountList, { productId }],
    [accountFreezeList, { accountId }],
    [customerActivityList, { customerId }],
    [SEARCH, { q: accountId }],
    [operationList, { productId }],
    [receiptList, { productId }],
    ...KEYS.slice(0, 2).map((key): [AnyRead, Answer] => [
      idempotencyKeyRetrieve,
      { idempotencyKey: key },
    ]),
    ...entries.map(({ suffix }): [AnyRead, Answer] => [
      developerLogRetrieve,
      { developerLogId: `dlog_${suffix}` },
    ]),
    ...(await world.found(receiptList, { productId })).items.map(
      ({ receiptId }: Answer): [AnyRead, Answer] => [
        receiptProofRetrieve,
        { receiptId, include: "record" },
      ],
    ),
  ];
  return Promise.all(
    reads.map(async ([read, input]) => ({
      read: read.id,
      answer: await world.found(read, input, { caller: READER, requestLog }),
    })),
  );
}

/** Texts of an answer, those within its base64 fields too. */
function textsOf(answer: Answer): string {
  const body = answer.record?.body ?? "";
  return JSON.stringify(answer) + Buffer.from(body, "base64").toString("utf8");
}

for (const { version, earlier } of VERSIONS) {
  test(`private note: a freeze of ${version} -> in no read, each proof still there`, async (context) => {
    const world = await openWorld({ earlier });
    const made = frozen(world);
    const answers = await readsOf(world, context, made);
    for (const { read, answer } of answers) {
      assert.equal(textsOf(answer).includes(NOTE), false, `${read} has the note`);
    }
    const [account] = answers;
    assert.equal(account?.answer.freezes[0].reason, DEFAULT);
    const withheld = answers.filter(
      ({ read, answer }) => read === "receipt.proof.retrieve" && answer.record.body === undefined,
    );
    assert.equal(withheld.length, earlier.length === 0 ? 1 : 2);
  });

  test(`private note: a freeze of ${version}, asked for again -> answered without the note`, async () => {
    const world = await openWorld({ earlier });
    const { writes } = frozen(world);
    for (const { operation, input, asking, body } of writes) {
      const again = world.run(operation, input, asking);
      assert.equal(again.isReplayed, true);
      assert.equal(again.body, body?.replaceAll(NOTE, DEFAULT));
    }
  });

  test(`private note: money that a freeze of ${version} refuses -> the wording in the message`, async () => {
    const world = await openWorld({ earlier });
    const { accountId, transferId } = frozen(world);
    const reversal = world.run(transferReverse, { transferId, reason: "x" });
    assert.deepEqual([reversal.code, reversal.details["mode"]], ["account_frozen", "all"]);
    const destinationAccountId = openAccount(world);
    const named = world.run(transferCreate, {
      ...{ sourceAccountId: accountId, destinationAccountId, amount: "1", currency: "EUR" },
    });
    assert.equal(named.code, "source_account_status_forbidden");
    for (const { message } of [reversal, named]) {
      assert.equal(message, `account ${accountId} is frozen (all): ${DEFAULT}`);
    }
    const { body } = world.run(sandboxPlatformFreezeLift, { accountId });
    assert.equal(body?.includes(NOTE), false);
    const { items } = await world.found(accountFreezeList, { accountId });
    assert.equal(items[0].reason, DEFAULT);
  });
}

test("private note: in the log -> with the platform's freeze alone, and never with the tenant's", async () => {
  const world = await openWorld();
  const { writes } = frozen(world);
  const [created, updated] = writes.map(({ facts }) => facts.filter(hasPrivateNote));
  assert.deepEqual([created?.length, updated], [1, []]);
  const tenants = { plane: "tenant", mode: "all", reason: NOTE };
  assert.equal(hasPrivateNote({ kind: "account.frozen.1", freeze: tenants } as never), false);
});

test("private note: a recorded reply without one -> the same bytes", () => {
  const reply = (plane: string, reason: string) =>
    JSON.stringify({ accountId: "acct_1", freezes: [{ plane, reason }], name: "é" });
  for (const recorded of [reply("tenant", NOTE), reply("platform", DEFAULT), REFUSAL, "null"]) {
    assert.equal(withoutPrivateNotes(recorded), recorded);
  }
  assert.equal(withoutPrivateNotes(reply("platform", NOTE)), reply("platform", DEFAULT));
});
