/**
 * For tests: entries as banks write them where one entry is of several payments, or where charges are taken: as the rules of the Deutsche Kreditwirtschaft,
 * of SIX in Switzerland and of CGI-MP have them. All are valid in `camt.053.001.08`.
 */

export type EntryParts = {
  /** With a decimal point. */
  amount: string;
  currency?: string;
  direction: "CRDT" | "DBIT";
  /** `RvslInd`, as it is written. */
  reversal?: string;
  status?: string;
  /** What stands in `BookgDt`. */
  booked?: string;
  reference?: string;
  /** What stands in each `NtryDtls`. */
  details?: readonly string[];
};

export function entryText({
  amount,
  currency = "EUR",
  direction,
  reversal,
  status = "BOOK",
  booked = "<Dt>2026-11-30</Dt>",
  reference,
  details = [],
}: EntryParts): string {
  return `
      <Ntry>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        ${reversal === undefined ? "" : `<RvslInd>${reversal}</RvslInd>`}
        <Sts><Cd>${status}</Cd></Sts>
        ${booked === "" ? "" : `<BookgDt>${booked}</BookgDt>`}
        ${reference === undefined ? "" : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}
        <BkTxCd><Prtry><Cd>NTRF+116</Cd><Issr>DK</Issr></Prtry></BkTxCd>
        ${details.map((one) => `<NtryDtls>${one}</NtryDtls>`).join("")}
      </Ntry>`;
}

export type TransactionParts = {
  amount?: string;
  currency?: string;
  direction?: "CRDT" | "DBIT";
  reference?: string;
  endToEndId?: string;
  messageId?: string;
  /** `AmtDtls/InstdAmt`: what was ordered. */
  instructed?: string;
  /** `AmtDtls/TxAmt`. */
  settled?: string;
  charges?: string;
  /** What stands in `RltdPties`, `RmtInf` and `RtrInf`. */
  parties?: string;
  remittance?: string;
  returned?: string;
};

const within = (name: string, content: string | undefined) =>
  content === undefined || content === "" ? "" : `<${name}>${content}</${name}>`;

export function transactionText(parts: TransactionParts): string {
  const { amount, currency = "EUR", direction, reference, endToEndId, messageId } = parts;
  const { instructed, settled, charges, parties, remittance, returned } = parts;
  const money = (name: string, value: string | undefined) =>
    value === undefined ? "" : `<${name} Ccy="${currency}">${value}</${name}>`;
  const refs = [
    within("MsgId", messageId),
    within("AcctSvcrRef", reference),
    within("EndToEndId", endToEndId),
  ].join("");
  const details = [
    within("InstdAmt", money("Amt", instructed)),
    within("TxAmt", money("Amt", settled)),
  ].join("");
  const record = `<Rcrd>${money("Amt", charges)}<CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd>`;
  return `
          <TxDtls>
            ${within("Refs", refs)}
            ${money("Amt", amount)}
            ${within("CdtDbtInd", direction)}
            ${within("AmtDtls", details)}
            ${charges === undefined ? "" : `<Chrgs>${money("TtlChrgsAndTaxAmt", charges)}${record}</Chrgs>`}
            ${within("RltdPties", parties)}
            ${within("RmtInf", remittance)}
            ${within("RtrInf", returned)}
          </TxDtls>`;
}

/** A batch of which the bank names no transactions. */
export function batchText({
  messageId,
  blockId,
  count = 2,
  total,
}: {
  messageId?: string;
  blockId?: string;
  count?: number;
  total?: string;
}): string {
  const sum = total === undefined ? "" : `<TtlAmt Ccy="EUR">${total}</TtlAmt>`;
  return `<Btch>${within("MsgId", messageId)}${within("PmtInfId", blockId)}<NbOfTxs>${count}</NbOfTxs>${sum}</Btch>`;
}

export const RETURNED = {
  plain: "<Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Konto aufgeloest</AddtlInf>",
  /** With what the bank called the entry that comes back, and who says so. */
  full: "<OrgnlBkTxCd><Prtry><Cd>NTRF+116</Cd></Prtry></OrgnlBkTxCd><Orgtr><Nm>Bank of the payee</Nm></Orgtr><Rsn><Prtry>915</Prtry></Rsn>",
};
