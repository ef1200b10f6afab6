/** Decision table of transfer.create, in the order of its refusals. */
import assert from "node:assert/strict";
import { START_MS, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import {
  accountOfSuspended,
  balanceOf,
  close,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { encodeIdSuffix, type Place } from "../../base/id.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import type { TransferRefusal } from "./transfer_plan.ts";

/** The id that a record has in a world whose time stands still. */
const idOfRecord = (prefix: string, place: Place) =>
  `${prefix}_${encodeIdSuffix(START_MS, 0, place, 0)}`;

/** A source with 100 and an empty destination, both in EUR. */
function given(world: World) {
  return { source: openAccount(world, { fundedMinor: 100n }), destination: openAccount(world) };
}
type Given = ReturnType<typeof given>;

const EVERY_FIELD = {
  description: 'a "quoted"\u2028 word',
  metadata: { k: "v" },
  externalId: "o-1",
};

const ACCEPTED: Row<never, Given>[] = [
  {
    title: "exactly what is available",
    outcome: "posted, and nothing is left",
    reply: { status: "posted", amount: "100" },
    check(_came, { world, source, destination }) {
      assert.equal(balanceOf(world, source).posted, "0");
      assert.equal(balanceOf(world, destination).posted, "100");
    },
  },
  ...[{}, EVERY_FIELD].map(
    (extras): Row<never, Given> => ({
      title: `${Object.keys(extras).length} optional fields`,
      input: { amount: "40", ...extras },
      outcome: "the reply, as GET shows it later",
      reply: extras,
      async check({ reply }, { world }) {
        world.nowMs += 1_000;
        await assertShows(world, transferRetrieve, { transferId: reply.transferId }, reply);
      },
    }),
  ),
  {
    title: "an external id that only a failed transfer has",
    given({ world, source, destination }) {
      const parties = { sourceAccountId: source, destinationAccountId: destination };
      const draft = { ...parties, amount: "101", currency: "EUR", externalId: "order-1" };
      assert.equal(world.run(transferCreate, draft).code, "insufficient_balance");
    },
    input: { externalId: "order-1" },
    outcome: "posted",
  },
];

/** Each row but the last also breaks every later rule that it can, which shows the precedence. */
const REFUSED: Row<TransferRefusal, Given>[] = [
  {
    title: "unknown source",
    input: { sourceAccountId: "acct_x", currency: "USD" },
    code: "account_not_found",
    details: {
      accountId: "acct_x",
      issues: [
        {
          code: "not_found",
          message: "sourceAccountId names no account",
          path: ["sourceAccountId"],
        },
      ],
    },
  },
  {
    title: "destination in another Product",
    input: ({ world }) => ({ destinationAccountId: openAccount(world, { caller: STRANGER }) }),
    code: "account_not_found",
  },
  {
    title: "the source's customer is suspended, another currency",
    input: ({ world }) => ({ sourceAccountId: accountOfSuspended(world), currency: "USD" }),
    code: "customer_status_forbidden",
    details: { status: "suspended", allowed: ["active"] },
  },
  {
    title: "currency is not the source's, which is frozen",
    given: ({ world, source }) => freeze(world, source, "debits"),
    input: { currency: "USD" },
    code: "currency_mismatch",
  },
  {
    title: "destination in another currency",
    input: ({ world }) => ({ destinationAccountId: openAccount(world, { currency: "USD" }) }),
    code: "currency_mismatch",
  },
  {
    title: "frozen source, closed destination",
    given({ world, source, destination }) {
      freeze(world, source, "debits");
      close(world, destination);
    },
    code: "source_account_status_forbidden",
  },
  {
    title: "destination frozen for debits only, too little money",
    given: ({ world, destination }) => freeze(world, destination, "debits"),
    input: { amount: "101" },
    code: "destination_account_status_forbidden",
  },
  {
    title: "source is the platform's",
    input: ({ world }) => ({ sourceAccountId: platformAccount(world) }),
    code: "ledger_transfer_rejected",
  },
  {
    title: "destination is the platform's, external id taken",
    given: ({ world, source, destination }) =>
      transfer(world, source, destination, "1", { externalId: "order-1" }),
    input: ({ world }) => ({
      destinationAccountId: platformAccount(world),
      externalId: "order-1",
    }),
    code: "ledger_transfer_rejected",
  },
  {
    title: "external id taken, too little money",
    given: ({ world, source, destination }) =>
      transfer(world, source, destination, "1", { externalId: "order-1" }),
    input: { externalId: "order-1", amount: "1000" },
    code: "state_conflict",
  },
  {
    title: "the destination's balance would pass the largest, too little money",
    given({ world, destination }) {
      for (let times = 0; times < 9; times++) fund(world, destination, LARGEST);
    },
    input: { amount: String(LARGEST) },
    code: "exposure_cap_exceeded",
  },
  {
    title: "one more than is available",
    input: { amount: "101", externalId: "order-1" },
    code: "insufficient_balance",
    async check({ place }, { world }) {
      const transferId = idOfRecord("tr", place);
      const failed = await world.found(transferRetrieve, { transferId });
      assert.deepEqual(
        [failed.status, failed.failure, failed.externalId],
        ["failed", { code: "insufficient_balance" }, "order-1"],
      );
    },
  },
];

decisionTable(transferCreate, {
  given,
  input: ({ source, destination }) => ({
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "100",
    currency: "EUR",
  }),
  rows: [
    ...ACCEPTED,
    ...REFUSED.map(
      (row): Row<TransferRefusal, Given> => ({
        ...row,
        check(came, made) {
          const isMoney = ["insufficient_balance", "exposure_cap_exceeded"].includes(
            came.code ?? "",
          );
          assert.equal(came.facts.length, isMoney ? 1 : 0);
          return row.check?.(came, made);
        },
      }),
    ),
    {
      title: "one account on both sides",
      input: ({ source }) => ({ destinationAccountId: source }),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["destinationAccountId"]),
    },
  ],
});
