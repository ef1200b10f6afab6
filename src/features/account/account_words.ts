/** The words of accounts: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const accountWords: NounWords = {
  ids: { acct: "an account", frz: "a freeze" },
  scopes: {
    accounts: { group: "Money", capability: "ledger" },
    balances: { group: "Money", name: "balances of accounts", capability: "ledger" },
  },
  synonyms: {
    account: `
      wallet, purse, pocket, pot, vault, bank account, iban, deposit account, savings, sub account,
      subaccount
    `,
    "account create": `
      virtual account, account for a, wallet for a, set up a wallet, wallet in, set up an account,
      create a wallet, swiss francs, add a wallet, make an account for, a shop gets, second account,
      account in another currency, add account, user needs an account, iban for, current account,
      savings account, issue an account, provision an account, give each, wallet for each, get an
      account, new account, open a wallet, new wallet, another currency, give a wallet
    `,
    "account close": `
      empty account, remove a wallet, account no longer used, get rid of account, end an account,
      not used, unused, no longer needed, dormant, not needed any more, shut a wallet, close a
      wallet
    `,
    "account retrieve": `
      currency of an account, role of account, one account, account exists, who owns, belong to,
      owner of an account, account details, account status, is it open
    `,
    "account balance": `
      can account pay, can it pay, how much is on, is there money, spendable, current amount, total
      on account, booked amount, posted amount, money on it, enough, how full, has left, remaining,
      solvent, cover, sufficient, how much, money left, funds, available, available funds, amount,
      money in, enough money, cash, worth, holdings, can spend, afford, right now, left, negative,
      overdrawn
    `,
    "account freeze list": `
      who froze, why frozen, when frozen, is frozen, past freezes, blocks on account, freeze history
    `,
    "account transfer hold list": `
      holds on a wallet, what is reserved on an account, reservations of a wallet, active
      reservations of a wallet, blocked amounts
    `,
    "account transfer list": `
      payments of account, incoming payments, outgoing payments, account transactions, transactions
      of account, where did money, who paid, received money
    `,
    "account balance history": `
      balance on monday, what was the balance, balance in the past, at the end of, each day, balance
      of yesterday, graph of balance, end of day, daily, eod, balance on, balance at, yesterday's
      balance, balance over time, day by day, last week, chart, on a date, historical
    `,
    "account entry ledger": `
      itemised, itemized, everything booked, booked, all bookings, bookings, account history, ins
      and outs, every posting, each booking, lines of an account, what was booked, where did money,
      money go, money come from, came in, movement on account, every movement, posting to an
      account, what moved, balance change, changes of balance, ledger entry, ledger line, posting,
      posted, debit, credit, line item, booking, ledger, debits and credits
    `,
    "account freeze": `
      put a lock, put a block, put a freeze, place a block, place a freeze, money laundering,
      terror, account is misused, used for crime, lost card, nobody may take money, stop all
      payments from an account, hold everything, account takeover, attacker, who froze, when frozen,
      prevent payments, outgoing payments, stop outgoing, stop incoming, no money may leave, nothing
      may leave, block incoming, block outgoing, block withdrawals, hacked, stolen phone,
      investigation, suspend an account, disable account, halt, account on hold, put account on
      hold, hold on account, stop withdrawal, stop payment from, police, court, judge, authority,
      block, lock, frozen, fraud, fraudulent, suspicious, stop, restrict, blocked, locked, hold an
      account, seize, quarantine, stolen, sanction, spending, prevent, legal order, garnish,
      immobilize
    `,
    "account unfreeze": `
      take lock off, take block off, lock off, block off, take the freeze off, open up an account
      again, cancel account block, cancel block, cancel freeze, end block, end the lock, remove
      lock, undo lock, stop blocking, may be used again, use again, false alarm, was not fraud,
      release, case is closed, allow payments again, account works again, investigation is over,
      cleared, let account pay, accept payments again, enable account, remove freeze, release
      freeze, lift freeze, end freeze, undo freeze, undo a block, lift block, reopen, reactivate
      account, lift hold on account, pay again, frozen by mistake, usable, unblock, unlock, thaw,
      unfrozen, lift a freeze, remove a block, allow again, release an account, remove a freeze,
      usable again
    `,
    "account list": `
      wallets of product, accounts of product, list wallets, our wallets, all wallets, which
      accounts, accounts in a currency, all accounts, search accounts
    `,
    "account update": `
      name of a wallet, nickname, give account a name, own id of account
    `,
  },
  sameMeaning: [
    ["wallet", "account", "balance"],
    ["freeze", "block", "lock", "unfreeze"],
    ["card", "bank", "iban", "address", "external"],
  ],
};
