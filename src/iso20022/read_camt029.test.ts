/** Answers to orders that were called back: of each order, of a whole message, of a case; and what is no answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolutionOf } from "../../test/support/iso20022/bank_says.ts";
import { schemaFault, skipSchemas } from "../../test/support/iso20022/outside.ts";
import { readBankFile } from "./bank_file.ts";

const said = { messageId: "C-1", conclusion: "RJCR" };
const STATUSES = [
  { reference: "preq-1", status: "ACCR" },
  { reference: "preq-2", status: "RJCR", reason: "ARDT" },
  { reference: "preq-3", status: "PDCR" },
];
const EACH = resolutionOf({ ...said, conclusion: "PECR", about: "bmsg-1", statuses: STATUSES });
const without = (text: string, name: string) =>
  text.replaceAll(new RegExp(`<${name}>[^<]*</${name}>`, "g"), "");

type Told = [reference: string, whole: boolean, answer: string, code: string, reason?: string];
const ROWS: readonly [what: string, text: string, told: Told[]][] = [
  [
    "an answer of each order",
    EACH,
    [
      ["preq-1", false, "cancelled", "ACCR"],
      ["preq-2", false, "rejected", "RJCR", "ARDT"],
      ["preq-3", false, "pending", "PDCR"],
    ],
  ],
  [
    "orders outside of a block",
    EACH.replace(/<OrgnlPmtInfAndSts>\s*<OrgnlPmtInfId>.*<\/OrgnlPmtInfId>/, "").replace(
      "</OrgnlPmtInfAndSts>",
      "",
    ),
    [
      ["preq-1", false, "cancelled", "ACCR"],
      ["preq-2", false, "rejected", "RJCR", "ARDT"],
      ["preq-3", false, "pending", "PDCR"],
    ],
  ],
  [
    "an order without an answer of its own",
    without(resolutionOf({ ...said, about: "bmsg-1", statuses: STATUSES.slice(0, 1) }), "TxCxlSts"),
    [["preq-1", false, "rejected", "RJCR"]],
  ],
  [
    "an order without an answer of its own, in a block that has one",
    without(
      resolutionOf({ ...said, about: "bmsg-1", statuses: STATUSES.slice(0, 1), whole: "ACCR" }),
      "TxCxlSts",
    ),
    [["preq-1", false, "cancelled", "ACCR"]],
  ],
  [
    "a whole block",
    resolutionOf({ ...said, about: "bmsg-1", whole: "ACCR" }),
    [["bmsg-1", true, "cancelled", "ACCR"]],
  ],
  [
    "a block without an answer",
    resolutionOf({ ...said, about: "bmsg-1" }),
    [["bmsg-1", true, "rejected", "RJCR"]],
  ],
  [
    "a group",
    resolutionOf(said).replace(
      "</Sts>",
      "</Sts><CxlDtls><OrgnlGrpInfAndSts><OrgnlMsgId>bmsg-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpCxlSts>ACCR</GrpCxlSts></OrgnlGrpInfAndSts></CxlDtls>",
    ),
    [["bmsg-1", true, "cancelled", "ACCR"]],
  ],
  [
    "a case",
    resolutionOf({ ...said, conclusion: "CNCL", caseId: "bmsg-7" }),
    [["bmsg-7", true, "cancelled", "CNCL"]],
  ],
];
for (const [what, text, expected] of ROWS) {
  test(`camt.029: ${what} -> ${expected.map(([, , answer]) => answer).join(", ")}`, () => {
    const file = readBankFile(Buffer.from(text));
    assert.ok("resolutions" in file);
    assert.deepEqual([file.head.type, file.head.messageId], ["camt.029", "C-1"]);
    assert.equal(file.head.createdAtMs, Date.UTC(2026, 10, 30, 12));
    assert.deepEqual(
      file.resolutions.map(({ reference, whole, answer, code, reason }) => [
        ...[reference, whole, answer, code],
        ...(reason === undefined ? [] : [reason]),
      ]),
      expected,
    );
  });
}

test("camt.029: what these tests say -> valid against camt.029.001.09", {
  skip: skipSchemas,
}, () => {
  for (const [what, text] of ROWS) assert.equal(schemaFault(text, "camt.029.001.09"), "", what);
});

const REFUSED: readonly [string, string, RegExp][] = [
  [
    "another conclusion",
    resolutionOf({ ...said, conclusion: "MODI" }),
    /line \d+: Conf: "MODI" is no/,
  ],
  [
    "another answer of an order",
    EACH.replace("ACCR", "GOOD"),
    /line \d+: TxCxlSts: "GOOD" is no answer to a request to cancel/,
  ],
  [
    "no conclusion and no details",
    resolutionOf(said).replace(/<Conf>.*<\/Conf>/, "<AssgnmtCxlConf>true</AssgnmtCxlConf>"),
    /line \d+: it has no answer to a request to cancel/,
  ],
  [
    "an order, and no answer anywhere",
    without(EACH, "TxCxlSts").replace(/<Conf>.*<\/Conf>/, ""),
    /line \d+: a transaction has no answer/,
  ],
  ["no status", EACH.replace(/<Sts>.*<\/Sts>/, ""), /Sts is missing/],
  ["no name", EACH.replace("<Id>C-1</Id>", ""), /Id is missing/],
];
for (const [what, text, message] of REFUSED) {
  test(`camt.029: ${what} -> refused, and says where`, () => {
    assert.throws(() => readBankFile(Buffer.from(text)), { name: "FileFault", message });
  });
}
