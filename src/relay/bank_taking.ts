/** What the parts of a bank's file say, told to what they are about: news of orders, and credits. Entry by entry, each once. */
import type { ProviderCredit } from "../contract/messages/provider_credit.ts";
import { isFinalStatus, type ProviderStatus } from "../contract/messages/provider_kinds.ts";
import type { CreditVerdict } from "../contract/messages/provider_news.ts";
import type { ProviderNews } from "../contract/messages/provider_protocol.ts";
import type { OrderKind } from "../features/bank_message/bank_message_document.ts";
import { calledBackBy, type OrderedRequest } from "../features/bank_message/bank_message_orders.ts";
import type { PayoutDocument } from "../features/payout/payout_document.ts";
import { payouts } from "../features/payout/payout_noun.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import type {
  FileHead,
  SaidAccount,
  SaidMovement,
  SaidResolution,
  SaidStatus,
} from "../iso20022/bank_said.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import type { OwnState } from "../outbox/reconciliation.ts";
import {
  chargesOf,
  isOfOrder,
  type Line,
  lineOf,
  moneyOf,
  notTaken,
  unknownDebit,
  unknownOrder,
} from "./bank_lines.ts";
import { messageWithId, requestIn, type TakesNews } from "./bank_records.ts";
import {
  arrivalOf,
  creditOf,
  namedIn,
  newsIdOf,
  outcomeOfMovement,
  outcomeOfStatus,
  reasonOf,
  secondCreditOf,
} from "./bank_tellings.ts";
import { type Bank, faultOfCurrency } from "./own_accounts.ts";
import { stateOf } from "./own_states.ts";
import type { ToldRequest } from "./provider_news_views.ts";

export type TakesFiles = TakesNews & {
  takeCredit(provider: string, credit: ProviderCredit): Promise<CreditVerdict | undefined>;
};

/** An order of which the bank moves nothing any more. */
const OVER: readonly OwnState[] = ["failed", "cancelled"];
/** A payout whose money has left. */
const MOVED: readonly PayoutDocument["status"][] = ["posted", "returned"];

export class FileTaking {
  readonly #parts: TakesFiles;
  readonly #bank: Bank;
  readonly #head: FileHead;
  /** What entries of the file have told: of an order what became of it, of a credit the bank's name of it. */
  readonly #entries = new Set<string>();

  constructor(parts: TakesFiles, bank: Bank, head: FileHead) {
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

  /** Whether money has come that names nothing of ours: what becomes of it depends on no other entry. */
  isCredit({ direction, references }: SaidMovement): boolean {
    return direction === "credit" && Object.keys(namedIn(references)).length === 0;
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

  /** What the bank answers to the request to give up an order, or to a file of such requests. */
  async resolution(told: SaidResolution): Promise<Line[]> {
    const { line, reference, whole } = told;
    const { requestId, messageId } = namedIn([reference]);
    const ids = whole ? this.#calledBackOf(messageId) : requestId && [requestId];
    if (!ids) return [notTaken(line, `no order of ours has the reference "${reference}"`)];
    if (ids.length === 0) {
      return [{ line, result: "known", says: `no order of ${reference} is called back` }];
    }
    const lines: Line[] = [];
    for (const id of ids) lines.push(await this.#resolutionOf(told, id));
    return lines;
  }

  /** A message of orders; one that calls payouts back moves nothing. */
  #messageOf(messageId: string) {
    const message = this.#anyMessageOf(messageId)?.message;
    return message?.action === undefined ? message : undefined;
  }

  #anyMessageOf(messageId: string) {
    return messageWithId(this.#parts.shards, this.#bank as ProviderDocument, messageId);
  }

  #ordersOf(messageId: string | undefined): readonly string[] | undefined {
    return messageId === undefined ? undefined : this.#messageOf(messageId)?.requestIds;
  }

  /**
   * The orders that an answer about a whole message is about: those that it calls back, or of a message of orders those that are called back by now.
   */
  #calledBackOf(messageId: string | undefined): readonly string[] | undefined {
    const placed = messageId === undefined ? undefined : this.#anyMessageOf(messageId);
    if (placed === undefined) return undefined;
    const { message, shard } = placed;
    const { requestIds, realm, action } = message;
    if (action === undefined) {
      return requestIds.filter((id) => this.#found(id)?.payout()?.cancelRequestId !== undefined);
    }
    return requestIds.flatMap((requestId) => {
      const request = requestIn(shard.view, realm, requestId);
      return (request && calledBackBy(request)) ?? [];
    });
  }

  async #resolutionOf(told: SaidResolution, orderId: string): Promise<Line> {
    const { line, code, reason, answer } = told;
    const found = this.#found(orderId);
    const payout = found?.payout();
    if (found === undefined || payout === undefined) return notTaken(line, unknownOrder(orderId));
    const why = `(${[code, reason].filter(Boolean).join(" ")})`;
    const { subject } = found;
    const { messageId, createdAtMs: occurredAtMs } = this.#head;
    const newsId = newsIdOf(this.#head.type, messageId, orderId, answer);
    const telling = { line, found, reason, newsId, occurredAtMs };
    if (answer === "pending") {
      return { line, result: "known", says: `${subject}: the bank looks into it ${why}` };
    }
    if (answer === "cancelled") {
      if (MOVED.includes(payout.status)) {
        const says = `${subject} has left, and what the bank gets back of it comes by a statement ${why}`;
        return { line, result: "known", says };
      }
      const says = `${subject} cancelled ${why}`;
      return await this.#tell({ ...telling, says, outcome: "cancelled" });
    }
    const says = `${subject} is not given up ${why}`;
    const { cancelRequestId } = payout;
    if (cancelRequestId === undefined) return { line, result: "known", says };
    const asked = { ...found, told: { ...found.told, providerRequestId: cancelRequestId } };
    return await this.#tell({ ...telling, says, found: asked, outcome: "failed" });
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
    const isOf = ({ total }: Orders) => isOfOrder(told, { amount: total, currency });
    const all: Orders = { taken: ids, total: totalMinor };
    const reading = isOf(all) ? all : this.#standing(ids);
    if (!isOf(reading)) {
      const total = `${decimalOf(totalMinor, currency)} ${currency}`;
      const says = `${moneyOf(told)}: the orders of its message come to ${total}`;
      return [notTaken(told.line, says)];
    }
    const lines: Line[] = [];
    for (const id of reading.taken) {
      const found = this.#found(id);
      lines.push(
        found === undefined
          ? notTaken(told.line, `${moneyOf(told)}: ${unknownOrder(id)}`)
          : await this.#told(told, found, { isOfSeveral: true }),
      );
    }
    return [...lines, ...chargesOf(told, reading.total, "the orders of its message")];
  }

  /** The orders of a message that have not failed, and what they come to. */
  #standing(ids: readonly string[]): Orders {
    const taken: string[] = [];
    let total = 0n;
    for (const id of ids) {
      const found = this.#found(id);
      if (found === undefined || OVER.includes(found.state())) continue;
      taken.push(id);
      total += BigInt(found.ordered.amount);
    }
    return { taken, total: String(total) };
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
    const moved = await this.#told(told, found, { isOfSeveral: false });
    return [moved, ...chargesOf(told, ordered.amount, subject)];
  }

  /** Tells the order that its money has moved. `isOfSeveral`: the entry is one for several orders. */
  async #told(told: SaidMovement, found: Found, entry: { isOfSeveral: boolean }): Promise<Line> {
    const { line, bankReference, reason, occurredAtMs } = told;
    const { providerRequestId: requestId } = found.told;
    const outcome = outcomeOfMovement(found.kind, told);
    const says = `${found.subject} ${outcome}, ${moneyOf(told)}`;
    const arrivedBy = arrivalOf(told, this.#head, requestId);
    // Money that has come by two entries with names of their own is a second sum, which the shard says.
    if (this.#isSecond(requestId, outcome, arrivedBy ?? "")) {
      return notTaken(line, `${says}: another entry of the file says so, too`);
    }
    const named = bankReference ?? `${this.#head.messageId} ${line}`;
    const newsId = newsIdOf("movement", named, requestId, outcome);
    const again = `${found.subject} ${outcome} a second time, ${moneyOf(told)}`;
    const { amount } = found.ordered;
    const second = () =>
      this.#taken(line, again, secondCreditOf(told, { requestId, amount, ...entry }));
    const telling = { line, says, found, outcome, reason, newsId, occurredAtMs };
    return await this.#tell({ ...telling, arrivedBy, second });
  }

  /** Whether an entry before has told the same in this file: the bank has moved money once more, which is booked nowhere. */
  #isSecond(...told: readonly string[]): boolean {
    const key = JSON.stringify(told);
    const isSecond = this.#entries.has(key);
    this.#entries.add(key);
    return isSecond;
  }

  #found(requestId: string): Found | undefined {
    const { shards, requestOf } = this.#parts;
    const told = requestOf(this.#bank.provider, { effectId: requestId });
    const shard = told && shards.find(({ view }) => view.shard === told.shard);
    const request = told && shard && requestIn(shard.view, told.realm, requestId);
    if (told === undefined || shard === undefined || request === undefined) return undefined;
    if (told.kind !== "payout" && told.kind !== "collection") return undefined;
    const ordered = request.request as OrderedRequest;
    const { id } = request.subject;
    return {
      ...{ told, kind: told.kind, subject: id, ordered },
      state: () => stateOf(shard.view, request),
      payout: () => payouts.find(shard.view, told.realm, id)?.document,
    };
  }

  async #tell({ line, says, found, outcome, newsId, ...more }: Telling): Promise<Line> {
    const isEnd = isFinalStatus(found.kind, outcome);
    const reason = isEnd ? reasonOf(more.reason) : undefined;
    const { occurredAtMs, arrivedBy, second } = more;
    const news: ProviderNews = {
      ...{ newsId, effectId: found.told.providerRequestId, status: outcome },
      ...(reason !== undefined && { reason }),
      ...(arrivedBy !== undefined && { arrivedBy }),
      occurredAtMs,
    };
    const { provider } = this.#bank;
    const verdict = await this.#parts.record(found.told, news, provider).catch(() => undefined);
    return verdict === "second" && second !== undefined
      ? await second()
      : lineOf(line, says, verdict);
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
    const fault = faultOfCurrency(this.#bank, account, told.currency);
    if (fault !== undefined) return notTaken(line, `${says}: ${fault}`);
    if ("fault" in read) return notTaken(line, `${says}: ${read.fault}`);
    const { creditReference } = read.credit;
    if (this.#isSecond("credit", creditReference)) {
      return notTaken(line, `${says}: another entry of the file has the name ${creditReference}`);
    }
    return await this.#taken(line, says, read.credit);
  }

  async #taken(line: number, says: string, credit: ProviderCredit): Promise<Line> {
    const { provider } = this.#bank;
    const verdict = await this.#parts.takeCredit(provider, credit).catch(() => undefined);
    const isTold = verdict !== undefined && verdict !== "twice" && verdict !== "contradictory";
    const where = isTold ? `, ${verdict}` : "";
    return lineOf(line, `${says}, ${credit.creditReference}${where}`, verdict);
  }
}

/** Orders of a message, by their ids, and what they come to, minor units. */
type Orders = { taken: readonly string[]; total: string };
/** An order that a file names. */
type Found = {
  told: ToldRequest;
  kind: OrderKind;
  subject: string;
  ordered: OrderedRequest;
  /** How far it is, as the view shows it. */
  state(): OwnState;
  /** Undefined of a collection. */
  payout(): PayoutDocument | undefined;
};
type Telling = {
  line: number;
  says: string;
  found: Found;
  outcome: ProviderStatus;
  reason: string | undefined;
  newsId: string;
  occurredAtMs: number;
  /** Of money that has come: the entry by which it has, and what is done where money had come by another one before. */
  arrivedBy?: string | undefined;
  second?: () => Promise<Line>;
};
