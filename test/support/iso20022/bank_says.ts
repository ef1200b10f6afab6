/** For tests: files as a bank writes them, valid against the published schemas: `pain.002`, `camt.053`, `camt.054`. */
const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";

export type SaidStatus = { reference: string; status: string; reason?: string };
export type SaidEntry = {
  /** With a decimal point. */
  amount: string;
  currency?: string;
  direction: "CRDT" | "DBIT";
  /** `AcctSvcrRef`; absent: the bank gives none. */
  bankReference?: string;
  endToEndId?: string;
  /** Of an entry for a whole message, without its transactions. */
  batchMessageId?: string;
  returnReason?: string;
  creditedIban?: string;
  payer?: { name: string; iban: string };
  remittance?: string;
  status?: "BOOK" | "PDNG";
  day?: string;
};

/** A `pain.002` about one of our messages: of each transaction, or of the whole message. */
export function statusReport({
  messageId,
  about,
  version = "12",
  statuses = [],
  whole,
}: {
  messageId: string;
  /** `MsgId` of our file. */
  about: string;
  version?: "10" | "12";
  statuses?: readonly SaidStatus[];
  whole?: Omit<SaidStatus, "reference">;
}): string {
  const transactions = statuses.map(
    ({ reference, status, reason }) => `
      <TxInfAndSts>
        <OrgnlInstrId>${reference}</OrgnlInstrId>
        <OrgnlEndToEndId>${reference}</OrgnlEndToEndId>
        <TxSts>${status}</TxSts>${reasonOf(reason)}
      </TxInfAndSts>`,
  );
  const block = `
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>${about}</OrgnlPmtInfId>${transactions.join("")}
    </OrgnlPmtInfAndSts>`;
  const group = whole && `<GrpSts>${whole.status}</GrpSts>${reasonOf(whole.reason)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${NAMESPACE}pain.002.001.${version}">
  <CstmrPmtStsRpt>
    <GrpHdr>
      <MsgId>${messageId}</MsgId>
      <CreDtTm>2026-11-30T12:00:00Z</CreDtTm>
    </GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${about}</OrgnlMsgId>
      <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
      ${group ?? ""}
    </OrgnlGrpInfAndSts>${statuses.length === 0 ? "" : block}
  </CstmrPmtStsRpt>
</Document>
`;
}

/** An answer to orders of one of our messages that were called back (`camt.029`): of each order, of the whole message, or of the case alone. */
export function resolutionOf({
  messageId,
  conclusion,
  about,
  statuses = [],
  whole,
  caseId,
}: {
  messageId: string;
  /** `Sts/Conf`. */
  conclusion: string;
  /** `OrgnlMsgId` of our file of orders; absent: no order is named. */
  about?: string;
  statuses?: readonly SaidStatus[];
  whole?: string;
  /** `Case/Id` of our file that calls back. */
  caseId?: string;
}): string {
  const transactions = statuses.map(
    ({ reference, status, reason }) => `
          <TxInfAndSts>
            <OrgnlInstrId>${reference}</OrgnlInstrId>
            <OrgnlEndToEndId>${reference}</OrgnlEndToEndId>
            <TxCxlSts>${status}</TxCxlSts>
            ${reason === undefined ? "" : `<CxlStsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></CxlStsRsnInf>`}
          </TxInfAndSts>`,
  );
  const details = `
    <CxlDtls>
      <OrgnlPmtInfAndSts>
        <OrgnlPmtInfId>${about}</OrgnlPmtInfId>
        ${whole === undefined ? "" : `<PmtInfCxlSts>${whole}</PmtInfCxlSts>`}${transactions.join("")}
      </OrgnlPmtInfAndSts>
    </CxlDtls>`;
  const bank = "<Agt><FinInstnId><BICFI>BYLADEM1001</BICFI></FinInstnId></Agt>";
  const us = "<Pty><Nm>Acme</Nm></Pty>";
  const resolved = caseId && `<RslvdCase><Id>${caseId}</Id><Cretr>${us}</Cretr></RslvdCase>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${NAMESPACE}camt.029.001.09">
  <RsltnOfInvstgtn>
    <Assgnmt>
      <Id>${messageId}</Id>
      <Assgnr>${bank}</Assgnr>
      <Assgne>${us}</Assgne>
      <CreDtTm>2026-11-30T12:00:00Z</CreDtTm>
    </Assgnmt>
    ${resolved ?? ""}
    <Sts><Conf>${conclusion}</Conf></Sts>${about === undefined ? "" : details}
  </RsltnOfInvstgtn>
</Document>
`;
}

/** A statement of a day (`camt.053`), or a notification (`camt.054`), of one account. */
export function statementOf({
  type = "camt.053",
  messageId,
  iban,
  entries,
  closing = "1000.00",
  createdAt = "2026-11-30T18:00:00Z",
}: {
  type?: "camt.053" | "camt.054";
  messageId: string;
  iban: string;
  /** A text is an entry as it stands in the file. */
  entries: readonly (SaidEntry | string)[];
  /** Of a `camt.053`, what the account has at its end, with a minus where it is overdrawn. */
  closing?: string;
  createdAt?: string;
}): string {
  const [root, part] =
    type === "camt.053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${NAMESPACE}${type}.001.08">
  <${root}>
    <GrpHdr>
      <MsgId>${messageId}</MsgId>
      <CreDtTm>${createdAt}</CreDtTm>
    </GrpHdr>
    <${part}>
      <Id>${messageId}-1</Id>
      <CreDtTm>${createdAt}</CreDtTm>
      <Acct>
        <Id><IBAN>${iban}</IBAN></Id>
        <Ccy>EUR</Ccy>
      </Acct>${type === "camt.053" ? balanceOf(closing) : ""}${entries.map(entryOf).join("")}
    </${part}>
  </${root}>
</Document>
`;
}

/** The balance at the end, and beside it one at the beginning, which nobody here reads. */
function balanceOf(closing: string): string {
  const amount = closing.replace("-", "");
  const direction = amount === closing ? "CRDT" : "DBIT";
  return `
      <Bal>
        <Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="EUR">77.00</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Dt><Dt>2026-11-29</Dt></Dt>
      </Bal>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="EUR">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        <Dt><Dt>2026-11-30</Dt></Dt>
      </Bal>`;
}

function entryOf(entry: SaidEntry | string): string {
  if (typeof entry === "string") return entry;
  const { amount, currency = "EUR", direction, bankReference, batchMessageId } = entry;
  const { status = "BOOK", day = "2026-11-30" } = entry;
  const reference =
    bankReference === undefined ? "" : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`;
  const details =
    batchMessageId === undefined
      ? transactionOf(entry)
      : `<Btch><MsgId>${batchMessageId}</MsgId></Btch>`;
  return `
      <Ntry>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        <Sts><Cd>${status}</Cd></Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        ${reference}
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls>${details}</NtryDtls>
      </Ntry>`;
}

function transactionOf(entry: SaidEntry): string {
  const { amount, currency = "EUR", direction, endToEndId = "NOTPROVIDED", payer } = entry;
  const { creditedIban, returnReason, remittance } = entry;
  const debtor =
    payer &&
    `<Dbtr><Pty><Nm>${payer.name}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${payer.iban}</IBAN></Id></DbtrAcct>`;
  const creditor = creditedIban && `<CdtrAcct><Id><IBAN>${creditedIban}</IBAN></Id></CdtrAcct>`;
  const parties = [debtor, creditor].filter(Boolean).join("");
  return `
          <TxDtls>
            <Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>
            <Amt Ccy="${currency}">${amount}</Amt>
            <CdtDbtInd>${direction}</CdtDbtInd>
            ${parties === "" ? "" : `<RltdPties>${parties}</RltdPties>`}
            ${remittance === undefined ? "" : `<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>`}
            ${returnReason === undefined ? "" : `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>`}
          </TxDtls>
        `;
}

function reasonOf(reason: string | undefined): string {
  return reason === undefined ? "" : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
}
