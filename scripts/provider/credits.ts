/**
 * The money that arrives at the reference provider, where it is a bank: for each address that it opens as often as it is told
 * to, and whenever somebody asks by the control route. A credit is in the book before it is told, and is told until it is
 * confirmed; where a fault is armed the bank tells it wrongly.
 */
import type { CreditTarget } from "../../src/contract/messages/provider_credit.ts";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import type { BookCredit, BookEffect, ProviderBook } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { NewsTeller } from "./news.ts";

export type BankCreditsParts = {
  book: ProviderBook;
  faults: Faults;
  /** Absent: credits are in the book alone, and told to nobody. */
  teller: NewsTeller | undefined;
  /** How many credits arrive at each address when it is opened. */
  perAddress: number;
};

/** What arrives; what is absent the bank makes up. */
export type CreditDraft = Partial<BookCredit> & { target: CreditTarget };

const PAYER = { name: "Charles Babbage", accountNumber: "GB29 NWBK 6016 1331 9268 19" };
/** Minor units of the credits that arrive by themselves: 1,000 and the number of the credit. */
const AMOUNT_BASE = 1_000;

export class BankCredits {
  readonly #parts: BankCreditsParts;

  constructor(parts: BankCreditsParts) {
    this.#parts = parts;
  }

  /** Money arrives now, and is told. Resolves with what the book has of it. */
  arrive(draft: CreditDraft): BookCredit {
    const { book, faults, teller } = this.#parts;
    const credit = this.#made(draft);
    const news = book.addCredit(credit);
    teller?.add(news);
    if (faults.take("credit_twice")) void teller?.tell(news);
    if (faults.take("credit_contradictory")) {
      teller?.add(book.addCredit({ ...credit, amount: `${credit.amount}0` }));
    }
    return credit;
  }

  /** An address is opened: once for each, though it may be decided and told again. */
  opened({ effect, progress }: BookEffect): void {
    const { perAddress, book } = this.#parts;
    const { effectId, request } = effect;
    const currency = String(request["currency"]);
    const { bic: _, ...address } = progress.details ?? {};
    for (let number = 1; number <= perAddress; number++) {
      const creditReference = `${effectId}-${number}`;
      if (book.credit(creditReference) !== undefined) continue;
      this.arrive({ creditReference, currency, target: { address } });
    }
  }

  /** Money arrives before the platform has an answer to the opening, so it is told by the effect. */
  async early({ effectId, request }: ProviderEffect): Promise<void> {
    const { book, teller } = this.#parts;
    const currency = String(request["currency"]);
    const news = book.addCredit(this.#made({ currency, target: { effectId } }));
    if (teller !== undefined && !(await teller.tell(news))) teller.add(news);
  }

  #made(draft: CreditDraft): BookCredit {
    const { book, faults } = this.#parts;
    const number = book.credits + 1;
    const { currency = "EUR" } = draft;
    const isUnknown = faults.take("credit_unknown");
    const other = currency === "EUR" ? "USD" : "EUR";
    return {
      ...{ creditReference: `cr-${number}`, amount: String(AMOUNT_BASE + number) },
      ...{ payer: PAYER, remittance: `Invoice ${number}`, occurredAtMs: Date.now(), ...draft },
      currency: faults.take("credit_currency") ? other : currency,
      ...(isUnknown && {
        target: { address: { alias: `nobody-${number}@reference-bank.example` } },
      }),
    };
  }
}
