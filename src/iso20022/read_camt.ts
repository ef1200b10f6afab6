/** What a statement (`camt.053`) or a notification (`camt.054`) says of accounts: what has moved, and what they have at the end. */
import type { SaidBalance, SaidStatement } from "./bank_said.ts";
import { accountIn, directionIn, moneyIn } from "./camt_parts.ts";
import { momentIn } from "./moment.ts";
import { movementsOf } from "./read_entry.ts";
import { at, childrenOf, FileFault, needed, textAt, type XmlElement } from "./xml_reader.ts";

const CLOSING_BOOKED = "CLBD";

/** `part`: `Stmt` or `Ntfctn`. Throws `FileFault`. */
export function readStatements(message: XmlElement, part: string): readonly SaidStatement[] {
  const statements = childrenOf(message, part);
  if (statements.length === 0) throw new FileFault(`${part} is missing`, message.line);
  const createdAtMs = momentIn(needed(message, "GrpHdr", "CreDtTm"));
  return statements.map((statement) => {
    const closing = closingIn(statement);
    return {
      line: statement.line,
      account: accountIn(needed(statement, "Acct")),
      movements: childrenOf(statement, "Ntry").flatMap((entry) => movementsOf(entry, createdAtMs)),
      ...(closing !== undefined && { closing }),
    };
  });
}

/** The balance of what is booked at the end of the statement; those of other moments, and of what is available, are not read. */
function closingIn(statement: XmlElement): SaidBalance | undefined {
  const closing = childrenOf(statement, "Bal").findLast(
    (balance) => textAt(balance, "Tp", "CdOrPrtry", "Cd") === CLOSING_BOOKED,
  );
  if (closing === undefined) return undefined;
  const { amount, currency } = moneyIn(needed(closing, "Amt"));
  const isOverdrawn = directionIn(needed(closing, "CdtDbtInd")) === "debit" && amount !== "0";
  const date = at(closing, "Dt", "DtTm") ?? at(closing, "Dt", "Dt");
  if (date === undefined) throw new FileFault("a balance has no date", closing.line);
  return {
    ...{ line: closing.line, amount: isOverdrawn ? `-${amount}` : amount },
    ...{ currency, atMs: momentIn(date) },
  };
}
