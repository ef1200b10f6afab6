/** The words of objects: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const objectWords: NounWords = {
  ids: { obj: { kind: "an object", described: "object of a Product's program" } },
  scopes: {
    objects: {
      group: "Money",
      name: "objects of Products, with their actions",
      capability: "objects",
    },
  },
  synonyms: {
    "kind noun object": `
      type, object type, class, model, table, entity type, data type, noun, definition
    `,
    "kind retire": `
      deprecate, phase out, remove, sunset, delete, no longer
    `,
    port: `
      who may call, who can call, allowed to call, actor, access rule, interface
    `,
    object: `
      loan, contract, order, card, policy, record, instance, thing, item, ticket, voucher, claim,
      deal, lease, gift card, booking
    `,
    "object action call": `
      redeem the voucher, activate a card, approve a loan, make a payment on a loan, draw down, do
      something with an object, accept order, close a deal, pays back his, pay back a loan, repays,
      change the state, move to the next state, advance an object, proceed, run, execute, invoke,
      perform, trigger an action, use, disburse a loan, redeem, repay
    `,
    "object action list": `
      what can be done, what may i do with, next steps, options, possible, can i do, available
      action, next step, allowed action, can i call
    `,
    "object action preview": `
      what happens if, is it allowed, may i call, consequences, would it work, would it be refused,
      dry run, what if, before calling, simulate an action, try, without executing, without doing,
      without running
    `,
    "object history": `
      who changed, when was it changed, earlier state, what happened to an object, change, timeline,
      revision, audit trail, changed, over time
    `,
    "object create": `
      new loan, new contract, new gift card, start a loan, open a policy, sell a ticket, sign a
      contract
    `,
    "object retrieve": `
      one object, state of an object, look at a loan, loan status, fields of an object
    `,
    "object list": `
      all loans, list vouchers, all contracts, list of objects, every loan
    `,
    "object account list": `
      wallets of an object, accounts of a loan, where is the money of an object
    `,
    "object transfer list": `
      payments of an object, what did an object move
    `,
    "object schedule list": `
      due dates of an object, payment plan, repayment plan, next due of a loan
    `,
    "object reference list": `
      what belongs to an object, which objects refer, who refers
    `,
    "object reference": `
      related, linked, connected, relation, link, belong, point to, parent, child
    `,
  },
};
