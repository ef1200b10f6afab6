/** The words of transfers: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const transferWords: NounWords = {
  ids: { tr: "a transfer" },
  scopes: {
    transfers: { group: "Money", capability: "transfers" },
  },
  synonyms: {
    "transfer create move money": `
      payment of, make transfer, transfer from, wallet to wallet, account to account, pay out to,
      pay the supplier, pay for goods, transfer to a friend, settle what we owe, money from one
      wallet to another, move an amount, pay a bill, pay a fee, euros, dollars, pounds, send an
      amount, family, cashless payment, spend money, make somebody richer, compensate a driver,
      bonus, credit a wallet, run payout, make payout, execute a payment, execute payment, do a
      transfer, do payment, send euros, pay for, pay somebody, pay someone, pay to, allowance,
      pocket money, lend, borrow, exchange between, shift funds, transfer balance, fund a wallet
      from, pay rent, pay landlord, credit an account, debit an account, charge a wallet, donate,
      donation, gift, transmit, route money, shift, push, buy, checkout, book to book, internal
      payment, top up from, spend from, instruct, wire funds, give, take money from, hand over, owe
      me, reimburse somebody, from one account, into another account, to another, send, pay, paid,
      payment, payout, pay out, remit, remittance, wire, disburse, disbursement, p2p, peer to peer,
      deposit, withdraw, withdrawal, sent, send money, move, move money, internal transfer, sepa,
      ach, tip, forward money, transfer money, transfer funds, settle up, cash out, spend
    `,
    transfer: `
      transaction, payment, payout, money movement, movement, purchase, paid, remittance,
      disbursement, funds moved, moved, txn, tx, incoming, outgoing, received, sent
    `,
    "transfer retrieve": `
      payment details, receipt number of payment, look up a transfer by id, what became of a
      transfer, did the money arrive, has the money arrived, is it posted, what happened to payment,
      one transaction, single transaction, one payment, status of a payment, payment status,
      transaction status
    `,
    "transfer list": `
      payments of today, which transfers, sum of payments, reversed payments, transfers in a period,
      between two dates, search for a payment, payments, transactions, payment history, transaction
      history, failed payments
    `,
    "transfer batch many": `
      same amount to, to fifty accounts, to ten accounts, to all, for all employees, fifty, twenty,
      dozens, number of accounts, pay several people, pay multiple, each, each of them, pay
      everybody, list of recipients, large number of payments, in a single request, weekly payouts,
      monthly payouts, loop of transfers, reward each, run payouts, make payouts, execute payouts,
      payout run, daily payouts, send to everyone, pay out all, distribute, reward, cashback,
      dividend, royalties, batches, list of transfers, atomic, all or nothing, mass payout, sweep,
      in one go, in one call, one request, commissions to, group of, bulk, mass, payroll, salary,
      wages, multiple, several, many, at once, together, hundred, thousand, file of payments,
      disburse, array, split, recipients, everyone, all employees, list of people
    `,
    "transfer reverse": `
      paid us double, double payment, paid double, take a transfer back, can i take back, correct
      that, correct a transfer, refund an order, refund the buyer, cancel a sent payment, charged
      the wrong person, sent too much, give it back, only refund part, refund some euros, goods
      damaged, customer complains, unhappy customer, correct an error, reverse a posting, cancel an
      order that is paid, return the rest, undo transaction, undo transfer, cancel transaction,
      reverse payment, reject a payment, buyer complains, returned goods, goods returned, void
      transaction, compensate, restitution, dispute, claw back, clawback, erroneous, incorrect,
      unwind, credit back, wrong account, get money back, duplicate payment, paid twice, refunded,
      refund, undo, give back, money back, return, reimburse, reimbursement, chargeback, roll back,
      rollback, revert, reversal, send back, took back, take back, cancel a payment, cancel a
      transfer, wrong payment, storno, pay back, mistake, by mistake, twice, correct a payment,
      wrong amount, wrong person, overpaid, overcharged, recall, void a payment
    `,
  },
  sameMeaning: [
    ["send", "pay", "move", "transfer", "payment", "payout", "remit"],
    ["refund", "reverse", "reversal", "return", "undo", "chargeback"],
    ["bulk", "batch", "many", "mass"],
  ],
};
