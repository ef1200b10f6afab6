/** The file that calls orders back: what stands in it, that its schema takes it, and that a parser of somebody else reads the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readByPython,
  schemaFault,
  skipParsers,
  skipSchemas,
} from "../../test/support/iso20022/outside.ts";
import { cancellationRequest, type OriginalMessage } from "./cancellation_file.ts";
import { uetrOf } from "./order_references.ts";

const SUFFIX = "01KB0123456789ABCDEFGHJKM";
const id = (prefix: string, at: number) => `${prefix}_${SUFFIX}${at}`;
const reference = (prefix: string, at: number) => id(prefix, at).replace("_", "-");
const MESSAGE = {
  messageId: id("bmsg", 3),
  account: { holder: "Müller & Söhne", currency: "EUR", bic: "BYLADEM1001", iban: "DE02" },
  createdAtMs: Date.UTC(2026, 2, 3, 12),
};
const order = (at: number, amount: string) => ({
  ...{ requestId: id("preq", at + 4), orderId: id("preq", at), amount },
});
const ORIGINALS: readonly OriginalMessage[] = [
  {
    ...{ messageId: id("bmsg", 1), createdAtMs: Date.UTC(2026, 2, 1, 12), day: "2026-03-02" },
    orders: [order(1, "12050"), order(2, "7")],
  },
  {
    ...{ messageId: id("bmsg", 2), createdAtMs: Date.UTC(2026, 2, 2, 12), day: "2026-03-03" },
    orders: [order(3, "100")],
  },
];

const READ = `
import sys, json
from xsdata.formats.dataclass.parsers import XmlParser
from pyiso20022.camt.camt_055_001_08 import Document
message = XmlParser().from_string(sys.stdin.read(), Document).cstmr_pmt_cxl_req
def original(one):
    return [one.orgnl_pmt_inf_id, one.orgnl_grp_inf.orgnl_msg_id, one.orgnl_grp_inf.orgnl_msg_nm_id, one.nb_of_txs, str(one.ctrl_sum),
        [[tx.cxl_id, tx.orgnl_end_to_end_id, tx.orgnl_uetr, str(tx.orgnl_instd_amt.value), str(tx.orgnl_reqd_exctn_dt.dt), tx.cxl_rsn_inf[0].rsn.cd]
            for tx in one.tx_inf]]
print(json.dumps({"id": message.assgnmt.id, "from": message.assgnmt.assgnr.pty.nm, "to": message.assgnmt.assgne.agt.fin_instn_id.bicfi,
    "case": message.case.id, "count": message.ctrl_data.nb_of_txs, "sum": str(message.ctrl_data.ctrl_sum),
    "originals": [original(one) for part in message.undrlyg for one in part.orgnl_pmt_inf_and_cxl]}))
`;

test("cancellation file: a parser of somebody else reads it -> the same orders", {
  skip: skipParsers,
}, () => {
  const called = (at: number, amount: string, day: string) => [
    ...[reference("preq", at + 4), reference("preq", at), uetrOf(id("preq", at)), amount, day],
    "CUST",
  ];
  const name = "pain.001.001.09";
  assert.deepEqual(readByPython(READ, cancellationRequest(MESSAGE, ORIGINALS)), {
    ...{ id: reference("bmsg", 3), from: "Muller + Sohne", to: "BYLADEM1001" },
    ...{ case: reference("bmsg", 3), count: "3", sum: "121.57" },
    originals: [
      [
        ...[reference("bmsg", 1), reference("bmsg", 1), name, "2", "120.57"],
        [called(1, "120.50", "2026-03-02"), called(2, "0.07", "2026-03-02")],
      ],
      [
        ...[reference("bmsg", 2), reference("bmsg", 2), name, "1", "1.00"],
        [called(3, "1.00", "2026-03-03")],
      ],
    ],
  });
});

const { bic: _, ...WITHOUT_BIC } = MESSAGE.account;
const VALID: readonly [what: string, text: string][] = [
  ["orders of two messages", cancellationRequest(MESSAGE, ORIGINALS)],
  [
    "a bank without a BIC",
    cancellationRequest({ ...MESSAGE, account: WITHOUT_BIC }, ORIGINALS.slice(0, 1)),
  ],
];
for (const [what, text] of VALID) {
  test(`cancellation file: ${what} -> valid against camt.055.001.08`, { skip: skipSchemas }, () => {
    assert.equal(schemaFault(text, "camt.055.001.08"), "");
  });
}

test("cancellation file: an element in another place -> a fault", { skip: skipSchemas }, () => {
  const moved = cancellationRequest(MESSAGE, ORIGINALS).replace(
    /(<OrgnlInstrId>.*<\/OrgnlInstrId>)\s*(<OrgnlEndToEndId>.*<\/OrgnlEndToEndId>)/,
    "$2$1",
  );
  assert.match(schemaFault(moved, "camt.055.001.08"), /OrgnlInstrId/);
});

test("cancellation file: the same orders again -> the same bytes; a bank without a BIC -> named as not provided", () => {
  const text = cancellationRequest(MESSAGE, ORIGINALS);
  assert.equal(cancellationRequest(MESSAGE, ORIGINALS), text);
  const unnamed = cancellationRequest({ ...MESSAGE, account: WITHOUT_BIC }, ORIGINALS);
  assert.match(unnamed, /<Assgne>\s*<Agt>\s*<FinInstnId>\s*<Othr>\s*<Id>NOTPROVIDED/);
});
