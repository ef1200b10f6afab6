/** The words of financial addresses: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const financialAddressWords: NounWords = {
  ids: {
    fa: {
      kind: "a financial address",
      described: "financial address: bank details by which money reaches an account",
    },
  },
  scopes: {
    financial_addresses: {
      group: "Money",
      name: "financial addresses: the bank details of accounts",
      write: "Create, disable and retire financial addresses: the bank details of accounts.",
    },
  },
  synonyms: {
    "financial address": `
      iban, bank details, bank account number, account number, routing number, sort code, bic, swift,
      alias, virtual iban, virtual account, deposit details, receiving details, coordinates of the
      account, wire instructions, deposit instructions, top up details
    `,
    "financial address create": `
      get an iban, give an iban, open an iban, issue an iban, new iban, assign bank details, account
      details for a customer, let a customer receive money from a bank, receive money from outside,
      receive bank transfers, pay in, top up by bank transfer, get paid by transfer, ask for bank
      details, request account details
    `,
    "financial address list": `
      which ibans, all ibans, ibans of a product, bank details that we have, search an iban, find an
      account by iban, whose iban
    `,
    "financial address retrieve": `
      what is the iban, show bank details, is the iban ready, status of an iban, where do people pay
      to
    `,
    "financial address disable": `
      block an iban, stop incoming transfers, no longer receive, pause bank details, switch off an
      iban, take no more deposits
    `,
    "financial address enable": `
      unblock an iban, receive again, switch an iban on, use bank details again, resume deposits
    `,
    "financial address retire": `
      give up an iban, delete an iban, close bank details, end an iban, remove bank details, throw an
      iban away
    `,
    "account financial address list": `
      ibans of an account, bank details of an account, how to pay into an account, where to send
      money for a customer
    `,
  },
  sameMeaning: [["iban", "address", "details", "coordinates"]],
};
