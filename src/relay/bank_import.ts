/**
 * `npm run admin -- bank import`: takes what a file of a bank says, as the news that a bank tells over HTTP are taken.
 * Guarantees: a file that cannot be read, or is of an account that is not the platform's at this bank, changes nothing; each entry is taken once, however often
 * and in how many files it stands; what is not taken is said with its line and why.
 */
import type { ProviderCredit } from "../contract/messages/provider_credit.ts";
import { isFinalStatus, type ProviderStatus } from "../contract/messages/provider_kinds.ts";
import type { CreditVerdict } from "../contract/messages/provider_news.ts";
import type { ProviderNews } from "../contract/messages/provider_protocol.ts";
import type { OrderKind } from "../features/bank_message/bank_message_document.ts";
import type { OrderedRequest } from "../features/bank_message/bank_message_orders.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import { readBankFile } from "../iso20022/bank_file.ts";
import type {
  BankFile,
  FileHead,
  SaidAccount,
  SaidMovement,
  SaidStatement,
  SaidStatus,
} from "../iso20022/bank_said.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import type { OwnMoney } from "../outbox/credit_reconciliation.ts";
import type { OwnState } from "../outbox/reconciliation.ts";
import { type ComparedBalances, comparedBalances, NO_BALANCES } from "./bank_balances.ts";
import {
  chargesOf,
  isOfOrder,
  type Line,
  lineOf,
  moneyOf,
  notTaken,
  type Result,
  textOf,
  unknownDebit,
  unknownOrder,
} from "./bank_lines.ts";
import { messageWithId, requestIn, type TakesNews } from "./bank_records.ts";
import {
  creditOf,
  namedIn,
  newsIdOf,
  outcomeOfMovement,
  outcomeOfStatus,
  reasonOf,
} from "./bank_tellings.ts";
import { stateOf } from "./own_states.ts";
import type { ToldRequest } from "./provider_news_views.ts";

export type BankImportParts = TakesNews & {
  takeCredit(provider: string, credit: ProviderCredit): Promise<CreditVerdict | undefined>;
  /** All that is on record of the bank, as the views show it. */
  moneyAt(provider: string): Promise<OwnMoney>;
};

type Bank = Pick<ProviderDocument, "provider" | "accounts">;
/** What the operator reads. `entries`: a line of text for each entry of the file. */
export type BankImported = Record<Result, number> & {
  file: { type: FileHead["type"]; messageId: string };
  entries: readonly string[];
} & ComparedBalances;

/** An order of which the bank moves nothing any more. */
const OVER: readonly OwnState[] = ["failed", "cancelled"];

/** Takes the file. Rejects with a sentence, and has changed nothing then. */
export async function importFile(
  parts: BankImportParts,
  bank: Bank,
  bytes: Uint8Array,
): Promise<BankImported> {
  const file = readBankFile(bytes);
  assertOwn(bank, file);
  await parts.shown();
  const lines = await linesOf(new Import(parts, bank, file.head), file);
  const compared = await comparedWith(parts, bank, file);
  const count = (result: Result) => lines.filter((one) => one.result === result).length;
  const { type, messageId } = file.head;
  return {
    file: { type, messageId },
    ...{ taken: count("taken"), known: count("known"), notTaken: count("notTaken") },
    entries: lines.map(textOf),
    ...compared,
  };
}

/** The closing balances of the file, with all that it says on record. */
async function comparedWith(
  { shown, moneyAt }: BankImportParts,
  { provider }: Bank,
  file: BankFile,
): Promise<ComparedBalances> {
  const statements = "statements" in file ? file.statements : [];
  if (!statements.some(({ closing }) => closing !== undefined)) return NO_BALANCES;
  await shown();
  return comparedBalances(statements, await moneyAt(provider));
}

/** In the order of the file: a later entry may be about what an earlier one says. */
async function linesOf(taking: Import, file: BankFile): Promise<Line[]> {
  const lines: Line[] = [];
  if ("statuses" in file) {
    for (const status of file.statuses) lines.push(...(await taking.status(status)));
    return lines;
  }
  for (const { movements, account } of file.statements) {
    for (const movement of movements) lines.push(...(await taking.movement(movement, account)));
  }
  return lines;
}

/** A statement of another account, as of another bank, would be booked as this bank's. */
function assertOwn({ provider, accounts = [] }: Bank, file: BankFile): void {
  const statements: readonly SaidStatement[] = "statements" in file ? file.statements : [];
  for (const { account, line } of statements) {
    const { iban, accountNumber } = account;
    const named = normal(iban ?? accountNumber);
    const own = accounts.flatMap((one) => [normal(one.iban), normal(one.accountNumber)]);
    if (named !== "" && own.includes(named)) continue;
    throw new Error(
      `line ${line}: the account of this statement is none of the platform's at the bank ${provider}: see \`bank account\``,
    );
  }
}

function normal(text: string | undefined): string {
  return (text ?? "").replaceAll(/\s/g, "").toUpperCase();
}

class Import {
  readonly #parts: BankImportParts;
  readonly #bank: Bank;
  readonly #head: FileHead;

  constructor(parts: BankImportParts, bank: Bank, head: FileHead) {
    this.#parts = parts;
    this.#bank = bank;
    this.#head = head;
  }

  async status(told: SaidStatus): Promise<Line[]> {
    const { line, reference, whole } = told;
    const { requestId, messageId } = namedIn([reference]);
    const ids = whole ? this.#ordersOf(messageId) : requestId && [requestId];
    if (!ids) return [notTaken(line, `no order of ours has the reference "${reference}"`)];
    const lines: Line[] = [];
    for (const id of ids) lines.push(await this.#statusOf(told, id));
    return lines;
  }

  async movement(told: SaidMovement, account: SaidAccount): Promise<Line[]> {
    const { line, references, isBooked, fault } = told;
    const says = moneyOf(told);
    if (!isBooked) return [notTaken(line, `${says}: it is not booked yet`)];
    if (fault !== undefined) return [notTaken(line, `${says}: ${fault}`)];
    const { requestId, messageId } = namedIn(references);
    if (requestId !== undefined) return await this.#movementOf(told, requestId);
    const message = messageId === undefined ? undefined : this.#messageOf(messageId);
    if (message !== undefined) return await this.#batch(told, message.requestIds, message);
    if (told.direction === "debit") return [notTaken(line, `${says}: ${unknownDebit(told)}`)];
    return [await this.#credit(told, account)];
  }

  #messageOf(messageId: string) {
    return messageWithId(this.#parts.shards, this.#bank as ProviderDocument, messageId)?.message;
  }

  #ordersOf(messageId: string | undefined): readonly string[] | undefined {
    return messageId === undefined ? undefined : this.#messageOf(messageId)?.requestIds;
  }

  /**
   * One entry for all orders of a message, or for those that the bank has not refused: what has moved must come to what either come to.
   */
  async #batch(
    told: SaidMovement,
    ids: readonly string[],
    { totalMinor, account }: { totalMinor: string; account: { currency: string } },
  ): Promise<Line[]> {
    const { currency } = account;
    const standing = this.#standing(ids);
    const reading = [
      { taken: ids, total: totalMinor },
      { taken: standing.ids, total: String(standing.sum) },
    ].find(({ total }) => isOfOrder(told, { amount: total, currency }));
    if (reading === undefined) {
      const total = `${decimalOf(totalMinor, currency)} ${currency}`;
      const says = `${moneyOf(told)}: the orders of its message come to ${total}`;
      return [notTaken(told.line, says)];
    }
    const lines: Line[] = [];
    for (const id of reading.taken) lines.push(await this.#told(told, id));
    return [...lines, ...chargesOf(told, reading.total, "the orders of its message")];
  }

  /** The orders of a message that have not failed, and what they come to. */
  #standing(ids: readonly string[]): { ids: string[]; sum: bigint } {
    const standing = { ids: [] as string[], sum: 0n };
    for (const id of ids) {
      const found = this.#found(id);
      if (found === undefined || OVER.includes(found.state())) continue;
      standing.ids.push(id);
      standing.sum += BigInt(found.ordered.amount);
    }
    return standing;
  }

  async #statusOf(told: SaidStatus, requestId: string): Promise<Line> {
    const { line, code, reason } = told;
    const found = this.#found(requestId);
    if (found === undefined) return notTaken(line, unknownOrder(requestId));
    const outcome = outcomeOfStatus(found.kind, told);
    const says = `${found.subject} ${outcome} (${[code, reason].filter(Boolean).join(" ")})`;
    if (outcome === "processing") return { line, result: "known", says };
    const newsId = newsIdOf(this.#head.type, this.#head.messageId, requestId, outcome);
    const at = { occurredAtMs: this.#head.createdAtMs };
    return await this.#tell({ line, says, found, outcome, reason, newsId, ...at });
  }

  /** An entry of one order, which must be of what was ordered: what the bank has kept for itself is named beside it. */
  async #movementOf(told: SaidMovement, requestId: string): Promise<Line[]> {
    const { line } = told;
    const found = this.#found(requestId);
    if (found === undefined) {
      return [notTaken(line, `${moneyOf(told)}: ${unknownOrder(requestId)}`)];
    }
    const { ordered, subject } = found;
    if (!isOfOrder(told, ordered)) {
      const asked = `${decimalOf(ordered.amount, ordered.currency)} ${ordered.currency}`;
      return [notTaken(line, `${moneyOf(told)}: ${subject} is of ${asked}`)];
    }
    return [await this.#told(told, requestId), ...chargesOf(told, ordered.amount, subject)];
  }

  /** Tells the order that its money has moved. */
  async #told(told: SaidMovement, requestId: string): Promise<Line> {
    const { line, bankReference, reason, occurredAtMs } = told;
    const found = this.#found(requestId);
    if (found === undefined) return notTaken(line, `${moneyOf(told)}: ${unknownOrder(requestId)}`);
    const outcome = outcomeOfMovement(found.kind, told);
    const says = `${found.subject} ${outcome}, ${moneyOf(told)}`;
    const named = bankReference ?? `${this.#head.messageId} ${line}`;
    const newsId = newsIdOf("movement", named, requestId, outcome);
    return await this.#tell({ line, says, found, outcome, reason, newsId, occurredAtMs });
  }

  #found(requestId: string): Found | undefined {
    const { shards, requestOf } = this.#parts;
    const told = requestOf(this.#bank.provider, { effectId: requestId });
    const shard = told && shards.find(({ view }) => view.shard === told.shard);
    const request = told && shard && requestIn(shard.view, told.realm, requestId);
    if (told === undefined || shard === undefined || request === undefined) return undefined;
    if (told.kind !== "payout" && told.kind !== "collection") return undefined;
    const ordered = request.request as OrderedRequest;
    const state = () => stateOf(shard.view, request);
    return { told, kind: told.kind, subject: request.subject.id, ordered, state };
  }

  async #tell({ line, says, found, outcome, newsId, ...more }: Telling): Promise<Line> {
    const isEnd = isFinalStatus(found.kind, outcome);
    const reason = isEnd ? reasonOf(more.reason) : undefined;
    const news: ProviderNews = {
      ...{ newsId, effectId: found.told.providerRequestId, status: outcome },
      ...(reason !== undefined && { reason }),
      occurredAtMs: more.occurredAtMs,
    };
    const { provider } = this.#bank;
    const verdict = await this.#parts.record(found.told, news, provider).catch(() => undefined);
    return lineOf(line, says, verdict);
  }

  async #credit(told: SaidMovement, account: SaidAccount): Promise<Line> {
    const { line } = told;
    const { accounts = [] } = this.#bank;
    const own = accounts.find(({ currency }) => currency === told.currency);
    const { routingNumber, sortCode } = own ?? {};
    const read = creditOf(told, {
      ...account,
      ...(routingNumber !== undefined && { routingNumber }),
      ...(sortCode !== undefined && { sortCode }),
    });
    const says = `credit of ${moneyOf(told)}`;
    if ("fault" in read) return notTaken(line, `${says}: ${read.fault}`);
    const { provider } = this.#bank;
    const verdict = await this.#parts.takeCredit(provider, read.credit).catch(() => undefined);
    const where = verdict !== undefined && verdict !== "twice" ? `, ${verdict}` : "";
    return lineOf(line, `${says}, ${read.credit.creditReference}${where}`, verdict);
  }
}

/** An order that a file names. */
type Found = {
  told: ToldRequest;
  kind: OrderKind;
  subject: string;
  ordered: OrderedRequest;
  /** How far it is, as the view shows it. */
  state(): OwnState;
};
type Telling = {
  line: number;
  says: string;
  found: Found;
  outcome: ProviderStatus;
  reason: string | undefined;
  newsId: string;
  occurredAtMs: number;
};
