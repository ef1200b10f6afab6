/** The files of orders: what stands in them, that the published schemas take them, and that a parser of somebody else reads the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readByPython,
  schemaFault,
  skipParsers,
  skipSchemas,
} from "../../test/support/iso20022/outside.ts";
import {
  creditTransfers,
  directDebits,
  type FileOrder,
  faultOfOrder,
  type OrderMessage,
} from "./order_file.ts";
import { uetrOf } from "./order_references.ts";

const IBAN = "DE89370400440532013000";
const SUFFIX = "01KB0123456789ABCDEFGHJKMN";
const requestId = (at: number) => `preq_${SUFFIX.slice(0, -1)}${at}`;
const sepa: OrderMessage = {
  messageId: `bmsg_${SUFFIX}`,
  rail: "sepa",
  account: {
    holder: "Müller & Söhne GmbH",
    currency: "EUR",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
    creditorId: "DE98ZZZ09999999999",
  },
  day: "2026-03-02",
  createdAtMs: Date.UTC(2026, 2, 1, 12),
};
const order = (at: number, more: Partial<FileOrder> = {}): FileOrder => ({
  ...{ requestId: requestId(at), amount: "12050", party: { name: "Zoë O'Hara", iban: IBAN } },
  ...more,
});
const mandate = { reference: "RENT-2026-0007", acceptedAt: "2026-01-02T03:04:05.678Z" };

const MESSAGES: readonly [string, OrderMessage, readonly FileOrder[]][] = [
  ["sepa", sepa, [order(1), order(2, { amount: "1", description: "Invoice 7 – <März> & more" })]],
  [
    "sepa, of the largest amounts and longest texts",
    sepa,
    [
      order(1, {
        amount: "9".repeat(16),
        description: "x/".repeat(300),
        party: { name: "N".repeat(140), iban: IBAN, bic: "COBADEFFXXX" },
      }),
    ],
  ],
  ...["ach", "wire"].map((rail): [string, OrderMessage, readonly FileOrder[]] => [
    rail,
    {
      ...sepa,
      rail,
      account: {
        holder: "Acme",
        currency: "USD",
        routingNumber: "021000021",
        accountNumber: "123456789",
      },
    },
    [
      order(1, {
        party: {
          name: "Babbage",
          routingNumber: "011000015",
          accountNumber: "4567",
          accountType: "savings",
        },
      }),
    ],
  ]),
  [
    "fps",
    {
      ...sepa,
      rail: "fps",
      account: { holder: "Acme", currency: "GBP", sortCode: "200000", accountNumber: "55779911" },
    },
    [order(1, { party: { name: "Babbage", sortCode: "309634", accountNumber: "12345678" } })],
  ],
];

for (const [what, message, orders] of MESSAGES) {
  test(`order file: credit transfers, ${what} -> valid against pain.001.001.09`, {
    skip: skipSchemas,
  }, () => {
    for (const one of orders) assert.equal(faultOfOrder(message.rail, one), undefined);
    assert.equal(schemaFault(creditTransfers(message, orders), "pain.001.001.09"), "");
  });
}

for (const sequence of ["first", "recurrent"] as const) {
  test(`order file: direct debits, ${sequence} -> valid against pain.008.001.08`, {
    skip: skipSchemas,
  }, () => {
    const file = directDebits({ ...sepa, sequence }, [
      order(1, { mandate }),
      order(2, { mandate }),
    ]);
    assert.equal(schemaFault(file, "pain.008.001.08"), "");
    assert.match(file, sequence === "first" ? /<SeqTp>FRST</ : /<SeqTp>RCUR</);
  });
}

test("order file: the schema is asked about a file without an amount -> a fault", {
  skip: skipSchemas,
}, () => {
  const broken = creditTransfers(sepa, [order(1)]).replace(/<InstdAmt.*<\/InstdAmt>/, "");
  assert.match(schemaFault(broken, "pain.001.001.09"), /Amt/);
});

const READ_ORDERS = `
import sys, json
from xsdata.formats.dataclass.parsers import XmlParser
from pyiso20022.pain.MODULE import Document
message = XmlParser().from_string(sys.stdin.read(), Document).MESSAGE
block = message.pmt_inf[0]
print(json.dumps({"messageId": message.grp_hdr.msg_id, "count": message.grp_hdr.nb_of_txs,
  "sum": str(message.grp_hdr.ctrl_sum), "orders": [ORDER for tx in block.TRANSACTIONS]}))
`;
const readOrders = (text: string, words: Readonly<Record<string, string>>) =>
  readByPython(
    Object.entries(words).reduce((program, [word, by]) => program.replace(word, by), READ_ORDERS),
    text,
  );

test("order file: a parser of somebody else reads credit transfers -> the same orders", {
  skip: skipParsers,
}, () => {
  const file = creditTransfers(sepa, [order(1), order(2, { amount: "7", description: "Rent" })]);
  const read = readOrders(file, {
    MODULE: "pain_001_001_09",
    MESSAGE: "cstmr_cdt_trf_initn",
    TRANSACTIONS: "cdt_trf_tx_inf",
    ORDER:
      "[tx.pmt_id.end_to_end_id, tx.pmt_id.uetr, str(tx.amt.instd_amt.value), tx.amt.instd_amt.ccy, tx.cdtr.nm, tx.cdtr_acct.id.iban]",
  });
  const reference = (at: number) => requestId(at).replace("_", "-");
  const party = ["EUR", "Zoe O'Hara", IBAN];
  assert.deepEqual(read, {
    ...{ messageId: `bmsg-${SUFFIX}`, count: "2", sum: "120.57" },
    orders: [
      [reference(1), uetrOf(requestId(1)), "120.50", ...party],
      [reference(2), uetrOf(requestId(2)), "0.07", ...party],
    ],
  });
});

test("order file: the same orders again -> the same bytes", () => {
  assert.equal(creditTransfers(sepa, [order(1)]), creditTransfers(sepa, [order(1)]));
  assert.notEqual(creditTransfers(sepa, [order(1)]), creditTransfers(sepa, [order(2)]));
});

const FAULTS: readonly [string, string, FileOrder, RegExp | undefined][] = [
  ["a name with marks", "sepa", order(1), undefined],
  ["a name in Greek letters", "sepa", order(1, { party: { name: "Αθηνά", iban: IBAN } }), /Latin/],
  ["a name of signs", "sepa", order(1, { party: { name: "***", iban: IBAN } }), /Latin/],
  ["numbers that were erased", "sepa", order(1, { party: { name: "Zoë" } }), /no iban/],
  [
    "no bank",
    "ach",
    order(1, { party: { name: "Zoë", accountNumber: "4567" } }),
    /no routingNumber/,
  ],
  ["no branch", "fps", order(1, { party: { name: "Zoë", accountNumber: "4567" } }), /no sortCode/],
  ["a mandate", "sepa", order(1, { mandate }), undefined],
  [
    "a mandate with a sign",
    "sepa",
    order(1, { mandate: { ...mandate, reference: "A_7" } }),
    /reference/,
  ],
];
for (const [what, rail, one, fault] of FAULTS) {
  test(`order: ${what}, over ${rail} -> ${fault === undefined ? "can be written" : "says why not"}`, () => {
    const said = faultOfOrder(rail, one);
    if (fault === undefined) assert.equal(said, undefined);
    else assert.match(said ?? "", fault);
  });
}
