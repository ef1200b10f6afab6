/**
 * What is at the edge of what files may have: every character of SEPA, the longest texts and numbers, the least and the largest amounts. Whatever is written is valid against the
 * schema of its message; whatever a bank may write so is read as it stands.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { statementOf } from "../../test/support/iso20022/bank_says.ts";
import { schemaFault, skipSchemas } from "../../test/support/iso20022/outside.ts";
import { readBankFile } from "./bank_file.ts";
import { cancellationRequest } from "./cancellation_file.ts";
import {
  creditTransfers,
  directDebits,
  type FileOrder,
  faultOfOrder,
  type OrderMessage,
  type OwnAccount,
} from "./order_file.ts";

const ID = "01KB0123456789ABCDEFGHJKM";
const MALTESE_IBAN = "MT84MALT011000012345MTLCAST001S";
const LARGEST = "9".repeat(18);
/** All characters of SEPA, in two names of at most 70. */
const NAMES = [
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz",
  "0123456789 a/b-c?d:e(f)g.h,i'j+k",
];
const LONG = "Zoë Müller-Lüdenscheidt & Œuvre ".repeat(20);

type Rail = { rail: string; account: OwnAccount; party: Omit<FileOrder["party"], "name"> };
const RAILS: readonly Rail[] = [
  {
    rail: "sepa",
    account: {
      ...{ holder: LONG, currency: "EUR", iban: MALTESE_IBAN, bic: "MALTMTMTXXX" },
      creditorId: "DE98ZZZ".padEnd(35, "9"),
    },
    party: { iban: "mt84 MALT 0110 0001 2345 MTLC AST0 01S".toUpperCase(), bic: "MALTMTMT" },
  },
  ...["ach", "wire"].map((rail) => ({
    rail,
    account: {
      ...{ holder: NAMES[0] ?? "", currency: "USD", routingNumber: "021000021" },
      accountNumber: "9".repeat(34),
    },
    party: { routingNumber: "011000015", accountNumber: "9".repeat(17), accountType: "checking" },
  })),
  {
    rail: "fps",
    account: {
      ...{ holder: NAMES[1] ?? "", currency: "GBP", sortCode: "200000" },
      accountNumber: "55779911",
    },
    party: { sortCode: "309634", accountNumber: "12345678" },
  },
];
/** By rail: an order for each combination of what is at an edge. */
function edgeOrders({ party, rail }: Rail): FileOrder[] {
  const names = [...NAMES, LONG, `${"N".repeat(69)}${"/".repeat(9)}N`, "Ø"];
  const descriptions = [
    undefined,
    "",
    " ",
    "山",
    LONG,
    "x/".repeat(300),
    `${NAMES.join(" ")}<&>"'`,
  ];
  return names.flatMap((name, at) =>
    descriptions.map((description, of) => {
      const requestId = `preq_${ID}${at % 10}`;
      const amount = (at + of) % 2 === 0 ? "1" : LARGEST;
      const order: FileOrder = {
        ...{ requestId, amount, party: { name, ...party } },
        ...(description !== undefined && { description }),
        mandate: {
          reference: `${"A/b-c?d:e(f)g.h,i'j+k ".slice(0, 20)}${"9".repeat(15)}`,
          acceptedAt: "2026-01-02T03:04:05.678Z",
        },
      };
      assert.equal(faultOfOrder(rail, order), undefined);
      return order;
    }),
  );
}

for (const one of RAILS) {
  const message: OrderMessage = {
    ...{ messageId: `bmsg_${ID}N`, rail: one.rail, account: one.account, day: "2028-02-29" },
    createdAtMs: Date.UTC(2026, 1, 28, 23, 59, 59, 999),
  };
  // One file an order: the sum of a file with several of the largest would have more digits than it may.
  const files = (write: typeof creditTransfers) =>
    edgeOrders(one).map((order) => write(message, [order]));

  test(`edge content: credit transfers over ${one.rail} -> valid`, { skip: skipSchemas }, () => {
    for (const text of files(creditTransfers)) {
      assert.equal(schemaFault(text, "pain.001.001.09"), "", text);
    }
  });
  if (one.rail === "sepa") {
    test("edge content: direct debits -> valid", { skip: skipSchemas }, () => {
      for (const text of files(directDebits))
        assert.equal(schemaFault(text, "pain.008.001.08"), "", text);
    });
  }
  test(`edge content: orders over ${one.rail} are called back -> valid`, {
    skip: skipSchemas,
  }, () => {
    for (const amount of ["1", LARGEST]) {
      const order = { requestId: `preq_${ID}1`, orderId: `preq_${ID}2`, amount };
      const text = cancellationRequest(message, [{ ...message, orders: [order] }]);
      assert.equal(schemaFault(text, "camt.055.001.08"), "", text);
    }
  });
}

/** As a bank of the currency writes them, and in smallest units. */
const AMOUNTS: readonly [currency: string, written: string, minor: string][] = [
  ["EUR", "0.01", "1"],
  ["EUR", `${"9".repeat(16)}.99`, LARGEST],
  ["JPY", "1", "1"],
  ["JPY", "500.00", "500"],
  ["JPY", LARGEST, LARGEST],
  ["KWD", "0.001", "1"],
  ["KWD", "12.5", "12500"],
  ["KWD", `${"9".repeat(15)}.999`, LARGEST],
  ["CLF", "0.0001", "1"],
];
for (const [currency, written, minor] of AMOUNTS) {
  for (const type of ["camt.053", "camt.054"] as const) {
    const entry = { amount: written, currency, direction: "CRDT", bankReference: "B-1" } as const;
    const text = statementOf({ type, messageId: "S-1", iban: MALTESE_IBAN, entries: [entry] });
    test(`edge content: ${written} ${currency} in a ${type} -> ${minor}, and valid`, {
      skip: skipSchemas,
    }, () => {
      assert.equal(schemaFault(text, `${type}.001.08`), "");
      const file = readBankFile(Buffer.from(text));
      assert.ok("statements" in file);
      const [movement] = file.statements[0]?.movements ?? [];
      assert.deepEqual([movement?.amount, movement?.currency], [minor, currency]);
    });
  }
}
