/**
 * Names that other interfaces use for what this one names otherwise, and names of fields that belong into
 * a header. For messages about unknown fields.
 */
import { nearest } from "../base/nearest.ts";

/** By the name that was sent, without signs and in small letters: the names that may be meant. */
const HABITS: Readonly<Record<string, readonly string[]>> = {
  from: ["sourceAccountId", "createdFrom"],
  fromaccount: ["sourceAccountId"],
  fromaccountid: ["sourceAccountId"],
  debtor: ["sourceAccountId"],
  debitaccount: ["sourceAccountId"],
  to: ["destinationAccountId", "createdTo"],
  toaccount: ["destinationAccountId"],
  toaccountid: ["destinationAccountId"],
  creditor: ["destinationAccountId"],
  creditaccount: ["destinationAccountId"],
  account: ["accountId", "destinationAccountId"],
  value: ["amount"],
  sum: ["amount"],
  total: ["amount"],
  amountminor: ["amount"],
  memo: ["description", "reason"],
  note: ["description", "reason"],
  reference: ["externalId", "description"],
  pagesize: ["limit"],
  perpage: ["limit"],
  maxresults: ["limit"],
  first: ["limit"],
  size: ["limit"],
  count: ["limit"],
  page: ["cursor"],
  offset: ["cursor"],
  after: ["cursor"],
  startingafter: ["cursor"],
  pagetoken: ["cursor"],
  nextcursor: ["cursor"],
  since: ["createdFrom"],
  createdafter: ["createdFrom"],
  startdate: ["createdFrom"],
  until: ["createdTo"],
  before: ["createdTo"],
  createdbefore: ["createdTo"],
  enddate: ["createdTo"],
  q: ["search"],
  query: ["search", "q"],
  type: ["kind", "types"],
  sandbox: ["test"],
  expires: ["expiresAt"],
  expiry: ["expiresAt"],
  deadline: ["expiresAt"],
  time: ["at"],
  timestamp: ["at"],
  revision: ["expectedRevision"],
  version: ["expectedRevision"],
  transfers: ["items"],
};

/** What is no field but a header, by the same names. */
const HEADERS: Readonly<Record<string, string>> = {
  idempotencykey: "Idempotency-Key",
  environment: "X-Service-Environment",
  serviceenvironment: "X-Service-Environment",
  authorization: "Authorization",
  apikey: "Authorization",
  accesstoken: "Authorization",
  bearertoken: "Authorization",
  requestid: "X-Request-Id",
};

/** Of `names`, the name that was probably meant by `given`; undefined where nobody can say. */
export function meantName(given: string, names: readonly string[]): string | undefined {
  const plain = plainName(given);
  const same = names.find((name) => plainName(name) === plain);
  if (same !== undefined) return same;
  const usual = Object.hasOwn(HABITS, plain) ? (HABITS[plain] ?? []) : [];
  return usual.find((name) => names.includes(name)) ?? nearest(given, names);
}

/** The headers that are arguments where a call has no headers. */
const OF_EVERY_CALL: ReadonlySet<string | undefined> = new Set([
  ...["Idempotency-Key", "X-Service-Environment"],
]);

/**
 * The header that a field of this name would be; undefined for other names. `isOfTool`: only one that is an
 * argument of tools.
 */
export function headerNamed(given: string, isOfTool: boolean): string | undefined {
  const plain = plainName(given);
  const header = Object.hasOwn(HEADERS, plain) ? HEADERS[plain] : undefined;
  return isOfTool && !OF_EVERY_CALL.has(header) ? undefined : header;
}

function plainName(name: string): string {
  return name.length > 64 ? "" : name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
