/** What a `camt.029` says of orders that the bank was asked to give up: it does, it does not, or it looks into it. */
import type { SaidResolution } from "./bank_said.ts";
import { reasonIn } from "./read_pain002.ts";
import { at, childrenOf, FileFault, needed, textAt, type XmlElement } from "./xml_reader.ts";

/**
 * External code set ExternalInvestigationExecutionConfirmation1Code, as far as it is about cancellations, and CancellationIndividualStatus1Code and
 * GroupCancellationStatus1Code.
 */
const ANSWERS: Readonly<Record<string, SaidResolution["answer"]>> = {
  ...{ CNCL: "cancelled", ACCR: "cancelled" },
  ...{ RJCR: "rejected" },
  ...{ PDCR: "pending", PECR: "pending", PACR: "pending" },
};
type Named = Pick<SaidResolution, "reference" | "whole">;

/**
 * One telling for each transaction, by its own answer or that of what it stands in. One for a whole message where a group or a block of it has an answer and names no
 * transaction, or where the file names its case alone. Throws `FileFault` for an answer that is none to a request to cancel.
 */
export function readResolutions(message: XmlElement): readonly SaidResolution[] {
  const conclusion = at(needed(message, "Sts"), "Conf");
  const told = childrenOf(message, "CxlDtls").flatMap((details) => detailsOf(details, conclusion));
  if (told.length > 0) return told;
  if (conclusion === undefined) {
    throw new FileFault("it has no answer to a request to cancel", message.line);
  }
  const reference = textAt(message, "RslvdCase", "Id") ?? "";
  return [resolutionOf(message, conclusion, { reference, whole: true })];
}

function detailsOf(details: XmlElement, conclusion: XmlElement | undefined): SaidResolution[] {
  const group = at(details, "OrgnlGrpInfAndSts");
  const ofGroup = at(group, "GrpCxlSts") ?? conclusion;
  const told = [
    ...childrenOf(details, "OrgnlPmtInfAndSts").flatMap((block) => blockOf(block, ofGroup)),
    ...transactionsOf(details, ofGroup),
  ];
  if (told.length > 0 || group === undefined || ofGroup === undefined) return told;
  const reference = textAt(group, "OrgnlMsgId") ?? "";
  return [resolutionOf(group, ofGroup, { reference, whole: true })];
}

function blockOf(block: XmlElement, ofGroup: XmlElement | undefined): SaidResolution[] {
  const ofBlock = at(block, "PmtInfCxlSts") ?? ofGroup;
  const told = transactionsOf(block, ofBlock);
  if (told.length > 0 || ofBlock === undefined) return told;
  const reference = textAt(block, "OrgnlPmtInfId") ?? "";
  return [resolutionOf(block, ofBlock, { reference, whole: true })];
}

function transactionsOf(parent: XmlElement, above: XmlElement | undefined): SaidResolution[] {
  return childrenOf(parent, "TxInfAndSts").map((transaction) => {
    const answer = at(transaction, "TxCxlSts") ?? above;
    if (answer === undefined) {
      throw new FileFault("a transaction has no answer to a request to cancel", transaction.line);
    }
    const named = textAt(transaction, "OrgnlEndToEndId") ?? textAt(transaction, "OrgnlInstrId");
    return resolutionOf(transaction, answer, { reference: named ?? "", whole: false });
  });
}

/** `element`: where the reasons stand. */
function resolutionOf(element: XmlElement, said: XmlElement, named: Named): SaidResolution {
  const code = said.text;
  const answer = Object.hasOwn(ANSWERS, code) ? ANSWERS[code] : undefined;
  if (answer === undefined) {
    throw new FileFault(`${said.name}: "${code}" is no answer to a request to cancel`, said.line);
  }
  const reason = reasonIn(at(element, "CxlStsRsnInf", "Rsn"));
  return {
    ...{ what: "resolution", line: element.line, ...named, answer, code },
    ...(reason !== undefined && { reason }),
  };
}
