/**
 * Reads the files in which a bank says what became of orders and what has moved: `pain.002`, `camt.029`, `camt.053`, `camt.054`. A file is read whole before
 * anything of it is told, so one with a fault tells nothing.
 */
import type { BankFile, FileHead } from "./bank_said.ts";
import { momentIn } from "./moment.ts";
import { readStatements } from "./read_camt.ts";
import { readResolutions } from "./read_camt029.ts";
import { readStatuses } from "./read_pain002.ts";
import { FileFault, needed, readXml, type XmlElement } from "./xml_reader.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";

type Form = {
  type: FileHead["type"];
  root: string;
  /** Where the message has its own name and time: name of the element, and of that of the name in it. */
  header: readonly [header: string, name: string];
  /** What the message has beside its header. */
  read(message: XmlElement): Omit<BankFile, "head">;
};

const STATEMENT = { root: "BkToCstmrStmt", part: "Stmt" } as const;
const NOTIFICATION = { root: "BkToCstmrDbtCdtNtfctn", part: "Ntfctn" } as const;
const GROUP = ["GrpHdr", "MsgId"] as const;
const REPORT: Form = {
  type: "pain.002",
  root: "CstmrPmtStsRpt",
  header: GROUP,
  read: (message) => ({ statuses: readStatuses(message) }),
};

const RESOLUTION: Form = {
  type: "camt.029",
  root: "RsltnOfInvstgtn",
  header: ["Assgnmt", "Id"],
  read: (message) => ({ resolutions: readResolutions(message) }),
};

/** The messages that are read, in the versions that are tested. */
const FORMS: Readonly<Record<string, Form>> = {
  "pain.002.001.10": REPORT,
  "pain.002.001.12": REPORT,
  "camt.029.001.09": RESOLUTION,
  "camt.053.001.08": camt("camt.053", STATEMENT),
  "camt.054.001.08": camt("camt.054", NOTIFICATION),
};

/** What the file says. Throws `FileFault` where it is no file of these, or lacks what such a file must have. */
export function readBankFile(bytes: Uint8Array): BankFile {
  const { root, namespace } = readXml(bytes);
  const version = namespace.startsWith(NAMESPACE) ? namespace.slice(NAMESPACE.length) : "";
  const form = Object.hasOwn(FORMS, version) ? FORMS[version] : undefined;
  if (form === undefined) {
    const known = Object.keys(FORMS).join(", ");
    const is = namespace === "" ? "has no namespace" : `is of "${namespace}"`;
    throw new FileFault(`the file ${is}; those that are read: ${known}`, root.line);
  }
  if (root.name !== "Document") {
    throw new FileFault(`the file begins with ${root.name}, not with Document`, root.line);
  }
  const message = needed(root, form.root);
  const more = root.children.find((one) => one !== message);
  if (more !== undefined) throw new FileFault("the file has a second message", more.line);
  const [headerName, idName] = form.header;
  const header = needed(message, headerName);
  const head: FileHead = {
    type: form.type,
    messageId: textOf(needed(header, idName)),
    createdAtMs: momentIn(needed(header, "CreDtTm")),
  };
  return { head, ...form.read(message) } as BankFile;
}

function camt(type: FileHead["type"], { root, part }: { root: string; part: string }): Form {
  return {
    type,
    root,
    header: GROUP,
    read: (message) => ({ statements: readStatements(message, part) }),
  };
}

function textOf(element: XmlElement): string {
  if (element.text === "") throw new FileFault(`${element.name} is empty`, element.line);
  return element.text;
}
