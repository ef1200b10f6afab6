/** The words of received credits: what ids are called, and what people say. Their scopes are those of financial addresses. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const receivedCreditWords: NounWords = {
  ids: { rc: { kind: "a received credit", described: "money that has arrived" } },
  synonyms: {
    "received credit": `
      incoming payment, incoming transfer, deposit, money in, money that arrived, pay in, bank transfer
      in, inbound payment, inbound credit, credit advice, wire in, incoming wire, received payment
    `,
    "received credit list": `
      who paid, who has paid me, payments that arrived, deposits of an account, money in suspense,
      unclear payments, payments that could not be booked, unassigned money, find a payment by its
      reference
    `,
    "received credit retrieve": `
      who sent the money, what did the payer write, where did the money go, state of an incoming
      payment, why is the money in suspense
    `,
    "received credit assign": `
      assign a payment, move money out of suspense, book an unclear payment, allocate a deposit, match a
      payment to a customer, find the owner of a payment, release money from suspense
    `,
    "received credit return": `
      send a payment back, refund a deposit, return an incoming transfer, reject an incoming payment,
      give money back to the payer, recall, bounce a payment
    `,
  },
  sameMeaning: [["deposit", "credit", "inbound", "incoming"]],
};
