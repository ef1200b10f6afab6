/**
 * What people say, and the platform's words for it: by these a search finds an operation for somebody who
 * does not know how the platform names things. A word may stand in several rows. Forms of one word (plural,
 * -ing, -ed) need no entry of their own; forms with another stem do: `frozen`, `paid`.
 */
import type { Synonyms } from "../contract/declare/agent_guide.ts";

/** Words that names and titles of operations have -> what is said in their place, separated by commas. */
export const SYNONYMS: Synonyms = {
  // What is asked for: one thing, many, a new one, a change, an end.
  retrieve: `
    read, show, see, view, get, fetch, look, look at, look up, lookup, details, display, inspect,
    check, status, state, what is, tell, info, information, single, one, give me, happened to,
    current
  `,
  list: `
    all, every, which, find, browse, overview, show, see, recent, latest, lately, past, previous,
    filter, enumerate, query, what are, how many, history, log, newest
  `,
  create: `
    make, add, new, register, open, set up, setup, insert, start, begin, build, issue, prepare,
    initiate, define, save, store, put, record, provision
  `,
  update: `
    change, edit, modify, rename, set, alter, correct, replace, attach, patch, adjust, relabel,
    amend, tag, fix, overwrite
  `,
  "close archive revoke": `
    delete, remove, destroy, erase, drop, get rid, terminate, end, shut, discard, permanently, for
    good
  `,
  "history entry": `
    past, over time, timeline, changelog, audit, trail, previously, evolution, what changed, earlier
  `,
  "metadata external id": `
    tag, label, custom field, own reference, note, annotate, attribute
  `,

  // Money that moves.
  "transfer create move money": `
    payment of, make transfer, transfer from, wallet to wallet, account to account, pay out to, pay
    the supplier, pay for goods, transfer to a friend, settle what we owe, money from one wallet to
    another, move an amount, pay a bill, pay a fee, euros, dollars, pounds, send an amount, family,
    cashless payment, spend money, make somebody richer, compensate a driver, bonus, credit a
    wallet, run payout, make payout, execute a payment, execute payment, do a transfer, do payment,
    send euros, pay for, pay somebody, pay someone, pay to, allowance, pocket money, lend, borrow,
    exchange between, shift funds, transfer balance, fund a wallet from, pay rent, pay landlord,
    credit an account, debit an account, charge a wallet, donate, donation, gift, transmit, route
    money, shift, push, buy, checkout, book to book, internal payment, top up from, spend from,
    instruct, wire funds, give, take money from, hand over, owe me, reimburse somebody, from one
    account, into another account, to another, send, pay, paid, payment, payout, pay out, remit,
    remittance, wire, disburse, disbursement, p2p, peer to peer, deposit, withdraw, withdrawal,
    sent, send money, move, move money, internal transfer, sepa, ach, tip, forward money, transfer
    money, transfer funds, settle up, cash out, spend
  `,
  transfer: `
    transaction, payment, payout, money movement, movement, purchase, paid, remittance,
    disbursement, funds moved, moved, txn, tx, incoming, outgoing, received, sent
  `,
  "transfer retrieve": `
    payment details, receipt number of payment, look up a transfer by id, what became of a transfer,
    did the money arrive, has the money arrived, is it posted, what happened to payment, one
    transaction, single transaction, one payment, status of a payment, payment status, transaction
    status
  `,
  "transfer list": `
    payments of today, which transfers, sum of payments, reversed payments, transfers in a period,
    between two dates, search for a payment, payments, transactions, payment history, transaction
    history, failed payments
  `,
  "transfer batch many": `
    same amount to, to fifty accounts, to ten accounts, to all, for all employees, fifty, twenty,
    dozens, number of accounts, pay several people, pay multiple, each, each of them, pay everybody,
    list of recipients, large number of payments, in a single request, weekly payouts, monthly
    payouts, loop of transfers, reward each, run payouts, make payouts, execute payouts, payout run,
    daily payouts, send to everyone, pay out all, distribute, reward, cashback, dividend, royalties,
    batches, list of transfers, atomic, all or nothing, mass payout, sweep, in one go, in one call,
    one request, commissions to, group of, bulk, mass, payroll, salary, wages, multiple, several,
    many, at once, together, hundred, thousand, file of payments, disburse, array, split,
    recipients, everyone, all employees, list of people
  `,
  "transfer reverse": `
    paid us double, double payment, paid double, take a transfer back, can i take back, correct
    that, correct a transfer, refund an order, refund the buyer, cancel a sent payment, charged the
    wrong person, sent too much, give it back, only refund part, refund some euros, goods damaged,
    customer complains, unhappy customer, correct an error, reverse a posting, cancel an order that
    is paid, return the rest, undo transaction, undo transfer, cancel transaction, reverse payment,
    reject a payment, buyer complains, returned goods, goods returned, void transaction, compensate,
    restitution, dispute, claw back, clawback, erroneous, incorrect, unwind, credit back, wrong
    account, get money back, duplicate payment, paid twice, refunded, refund, undo, give back, money
    back, return, reimburse, reimbursement, chargeback, roll back, rollback, revert, reversal, send
    back, took back, take back, cancel a payment, cancel a transfer, wrong payment, storno, pay
    back, mistake, by mistake, twice, correct a payment, wrong amount, wrong person, overpaid,
    overcharged, recall, void a payment
  `,
  "transfer hold": `
    reservation, reserve, reserved, authorization, authorisation, authorize, authorise, auth,
    preauthorization, pre authorization, escrow, earmark, encumber, lien, set aside, hold, blocked
    amount, pending amount, capture, card payment, card, held
  `,
  "transfer hold create reserve": `
    deposit for a rental, keep an amount, freeze an amount, block an amount on a wallet, hotel,
    rental car, until the order ships, until delivery, not yet spent, promise money, make sure the
    money is there, without moving it, tab, fuel, card authorization, authorize a payment, authorize
    card, authorization, reserve funds, reserve money, set money aside, put money aside, guarantee
    funds, hold for later, place reservation, provisional, temporary hold, preauth, delayed capture,
    two step payment, two phase, pending payment, deposit for, keep aside, put aside, aside, pledge,
    secure an amount, collateral, authorize, authorise, preauthorize, reserve, block an amount,
    block money, block funds, set aside, earmark, escrow, lock funds, lock money, put on hold, hold
    money, hold funds, without capturing, guarantee, security deposit, booking, place a hold
  `,
  "transfer hold clear settle": `
    charge the guest, charge from the reservation, of the reserved, that are reserved, collect from
    a hold, charge part, settle the authorization, take the reserved money, keep the deposit, take
    the deposit, goods delivered, order shipped, service done, customer used it, damaged, final
    price, less than reserved, turn a hold into a payment, make the hold a transfer, confirm,
    confirm preauthorization, confirm a hold, confirm reservation, execute hold, convert hold, post
    hold, partially, part of hold, part of the held, charge the reserved, charge a reservation, kept
    aside, was reserved, were reserved, trip is over, delivered, take the money, final amount,
    capture, finalize, complete, finalise, claim, draw, charge the hold, collect the hold, take the
    reserved, use the reserved, shipped, partial capture
  `,
  "transfer hold list": `
    active reservations, open holds, holds that expire, reservations in a product
  `,
  "transfer hold retrieve": `
    what happened to a hold, is hold still active, one hold, status of a hold, hold details, one
    reservation
  `,
  "transfer hold cancel": `
    give the deposit back, unblock the deposit, returned undamaged, order cancelled, booking
    cancelled, unblock an amount, free an amount, no longer reserve, will not be used, let a hold
    go, guest did not come, expire, discard, cancel authorization, cancel reservation, cancel
    preauthorization, remove reservation, undo reservation, undo authorization, free the money, free
    again, was cancelled, not needed, expired reservation, release, void, drop the reservation, let
    go, stop a reservation, unreserve, free the reserved, unhold, abandon, undo a hold, stop a hold,
    remove a hold, cancel the hold
  `,

  // Accounts and what they have.
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
    empty account, remove a wallet, account no longer used, get rid of account, end an account, not
    used, unused, no longer needed, dormant, not needed any more, shut a wallet, close a wallet
  `,
  "account retrieve": `
    currency of an account, role of account, one account, account exists, who owns, belong to, owner
    of an account, account details, account status, is it open
  `,
  "account balance": `
    can account pay, can it pay, how much is on, is there money, spendable, current amount, total on
    account, booked amount, posted amount, money on it, enough, how full, has left, remaining,
    solvent, cover, sufficient, how much, money left, funds, available, available funds, amount,
    money in, enough money, cash, worth, holdings, can spend, afford, right now, left, negative,
    overdrawn
  `,
  "account freeze list": `
    who froze, why frozen, when frozen, is frozen, past freezes, blocks on account, freeze history
  `,
  "account transfer hold list": `
    holds on a wallet, what is reserved on an account, reservations of a wallet, active reservations
    of a wallet, blocked amounts
  `,
  "account transfer list": `
    payments of account, incoming payments, outgoing payments, account transactions, transactions of
    account, where did money, who paid, received money
  `,
  "account balance history": `
    balance on monday, what was the balance, balance in the past, at the end of, each day, balance
    of yesterday, graph of balance, end of day, daily, eod, balance on, balance at, yesterday's
    balance, balance over time, day by day, last week, chart, on a date, historical
  `,
  "account entry ledger": `
    itemised, itemized, everything booked, booked, all bookings, bookings, account history, ins and
    outs, every posting, each booking, lines of an account, what was booked, where did money, money
    go, money come from, came in, movement on account, every movement, posting to an account, what
    moved, balance change, changes of balance, ledger entry, ledger line, posting, posted, debit,
    credit, line item, booking, ledger, debits and credits
  `,
  "account freeze": `
    put a lock, put a block, put a freeze, place a block, place a freeze, money laundering, terror,
    account is misused, used for crime, lost card, nobody may take money, stop all payments from an
    account, hold everything, account takeover, attacker, who froze, when frozen, prevent payments,
    outgoing payments, stop outgoing, stop incoming, no money may leave, nothing may leave, block
    incoming, block outgoing, block withdrawals, hacked, stolen phone, investigation, suspend an
    account, disable account, halt, account on hold, put account on hold, hold on account, stop
    withdrawal, stop payment from, police, court, judge, authority, block, lock, frozen, fraud,
    fraudulent, suspicious, stop, restrict, blocked, locked, hold an account, seize, quarantine,
    stolen, sanction, spending, prevent, legal order, garnish, immobilize
  `,
  "account unfreeze": `
    take lock off, take block off, lock off, block off, take the freeze off, open up an account
    again, cancel account block, cancel block, cancel freeze, end block, end the lock, remove lock,
    undo lock, stop blocking, may be used again, use again, false alarm, was not fraud, release,
    case is closed, allow payments again, account works again, investigation is over, cleared, let
    account pay, accept payments again, enable account, remove freeze, release freeze, lift freeze,
    end freeze, undo freeze, undo a block, lift block, reopen, reactivate account, lift hold on
    account, pay again, frozen by mistake, usable, unblock, unlock, thaw, unfrozen, lift a freeze,
    remove a block, allow again, release an account, remove a freeze, usable again
  `,
  "account statement": `
    statement of a month, papers for the tax office, proof of income, year, summary of month, end of
    month report, activity report, bank statement, monthly, month, january, february, march, april,
    june, july, august, september, october, november, december, extract, account report
  `,
  "export csv": `
    download, spreadsheet, excel, file
  `,

  // Customers, and the people and companies behind them.
  customer: `
    user, client, person, people, member, end user, consumer, buyer, seller, merchant, payer, payee,
    account holder, cardholder, holder, individual, somebody, someone, patron, employee, profile,
    freelancer, driver, vendor
  `,
  "customer create": `
    create user, add user, add customer, make a customer, new user, new person, register client, add
    a person, add somebody, person joins, client signs up, new merchant, new seller, new company as
    a customer, onboard, sign up, signup, enroll, enrol, register a user
  `,
  "customer suspend": `
    prevent a customer from paying, customer may not, stop a user from spending, block a person,
    freeze a person, broke the rules, misbehave, does not pay, under investigation, stop for a
    while, may not pay, not allowed to pay, freeze a customer, freeze user, freeze client, put a
    customer on hold, customer on hold, lock a user, lock a customer, stop a customer, nothing may
    go out, stop paying, ban, block, pause, stop, disable, deactivate, blacklist, restrict,
    temporarily, hold, abuse
  `,
  "customer reactivate": `
    activate user, activate customer, activate him again, activate her again, end block of user,
    bring back, end the block of, let pay again, good standing, sorted out, was cleared, may pay
    again, after investigation, remove suspension, lift suspension, end suspension, unfreeze a
    customer, unfreeze user, activate again, undo suspension, remove ban, unlock user, unlock
    customer, unlock a client, is fine again, fine again, good again, trust again, active again,
    unsuspend, unban, unblock, reinstate, restore, enable again, let back, unpause, allow, lift the
    ban, lift a suspension
  `,
  "customer close": `
    end our relation, end relation, end relationship, stop working with, part ways, person died,
    deceased, terminate, quits, remove from our books, end of contract with a customer, wants to
    leave, no longer a customer, offboard, churn, leave, delete, remove, end the relationship, left
    us, gdpr
  `,
  "customer list": `
    how many customers, how many users, how many users do we have, list people, number of customers,
    who are our customers, client directory, customer base, search for customers, find customers,
    find customer, all users, find user, customer named
  `,
  "customer retrieve": `
    data of a customer, is customer active, status of a customer, profile, record of user, customer
    details, details of a user, about a customer, about a user
  `,
  "customer access revoke": `
    take away, remove access, take access away, withdraw access, end access, cut off
  `,
  "event delivery": `
    was event delivered, who received, delivered to, got the event
  `,
  "customer activity": `
    what has a customer done, story of a customer, recent actions, recent events, latest events,
    customer events, what did, user journey, recently, lately, timeline, feed, happened
  `,
  "customer balance list": `
    all the money of one, over all currencies, money of a person, fortune
  `,
  "customer balance": `
    total, holds, how much, worth, sum, in total, all currencies, overall
  `,
  "customer access create": `
    let a customer in, into the product, may use product, admit customer, admission, start to serve,
    entitle, grant, admit, let use, give access, add access, provide access, grant access, approve
    access, invite, enable a customer to use
  `,
  "customer update": `
    edit a customer, edit user, change customer data, change user, write our own id, own user id,
    link customer to our database, note on customer, crm id
  `,
  "customer account list": `
    which wallets has, wallets of, accounts of a person
  `,
  "customer access suspend": `
    should not use, not able to use, for a while, not use the product, temporarily no access
  `,
  "customer access activate": `
    switch access on, cleared by compliance, let start
  `,
  "customer transfer list": `
    what has a customer paid, payments by a customer, customer payments, customer spending
  `,
  "customer object list": `
    what does a customer own, vouchers of a customer, loans of a customer, policies of a customer
  `,
  "customer consent list": `
    mandates of a customer, what may we debit
  `,
  "customer collection list": `
    what does customer owe, debts of a customer, how much does he owe, owes us, charges of a
    customer
  `,
  "customer access": `
    onboarding access, login, permission of a customer, entitlement, allow, let in
  `,
  suspend: `
    pause, stop, interrupt, on hold, temporarily
  `,
  resume: `
    continue, unpause, go on, restart, again, resumed
  `,
  activate: `
    enable, turn on, switch on, start using, usable, make usable, unlock
  `,
  compliance: `
    aml, sanctions, screening, cleared, clear, risk
  `,
  entity: `
    person or company, human behind, person, people, business, individual, legal entity,
    organization, organisation, legal, legal name, company, firm, identity, natural person,
    corporation
  `,
  "entity update": `
    customer moved, moved to another, married, relocated, change name, changed name, new legal name,
    change country
  `,
  "entity list": `
    all persons, all companies, natural and legal persons, parties
  `,
  "entity archive": `
    delete a person, delete personal data, remove a person
  `,
  "entity kyc submit": `
    update kyc, answer kyc questions, complete kyc
  `,
  "entity retrieve": `
    behind a customer, behind an account, who is
  `,
  "kyc verification": `
    verify, identity, identification, kyb, identify, verified, check the identity, identity check,
    background check, due diligence, id check, idv
  `,
  "kyc verification start": `
    verify a customer, verify a user, verify a company, verify a business, identify a user, check a
    customer, have a person checked, have identity checked, ask the provider, begin check, prove
    who, make sure that a person is real, know your customer, know your business, verify again,
    verification again, verify, verify somebody, identify, begin verification, start kyc, run kyc,
    do kyc, check the identity, start
  `,
  "kyc verification retrieve": `
    how is the check going, state of verification, is verification done, accepted by provider,
    result of check, verification done, outcome of check, passed or failed, was accepted, rejected
    by provider, how far is the check
  `,
  "kyc verification list": `
    all checks of a person, earlier checks, verification attempts, verifications
  `,
  "kyc verification cancel": `
    person left, no longer needed, give up, abort, stop
  `,
  "kyc document": `
    passport, id card, driver licence, driving license, upload, scan, proof of address, photo,
    selfie, picture, uploaded, utility bill, certificate of incorporation
  `,
  "kyc document list": `
    documents of a person, files of a person, which documents, uploaded files, papers we have
  `,
  "kyc document create add": `
    photo of the passport, photo of id, selfie, image, pdf, file, picture, customer sends, upload,
    attach, provide a file, send a document
  `,
  "kyc requirement ask tier": `
    what do we still need, still need, to verify, which papers, what is missing, must be submitted,
    need from the customer, ask the customer for, which data, needed, required, missing,
    requirement, necessary, what information, require, have to provide, must provide, outstanding
  `,
  "kyc submit field": `
    give the data, hand over data, enter name and address, personal details, tell birthday, date of
    birth, birthday, address, provide, hand in, fill in, personal data, nationality, send data, tax
    number, send kyc, kyc data, kyc information, submit kyc, provide kyc
  `,
  "kyc profile": `
    is verified, verified yet, is user verified, is customer verified, kyc of a customer, may trade,
    level of verification, what tier, tier reached, tier has, attained, current tier, which tier,
    tier of a customer, how verified, verification state, kyc status, verified, kyc state, kyc
    level, kyc result, verification status, passed kyc
  `,
  "kyc tier catalog": `
    level, verification level, grade, kyc level
  `,

  // Money that is taken later, and the permission for it.
  collection: `
    charge, direct debit, bill, billing, invoice, instalment, installment, subscription, dunning,
    owe, owed, debt, due, overdue, receivable, pull, debit, recurring, unpaid, arrears, repayment,
    scheduled charge, collect, autopay, outstanding, rent
  `,
  "collection list": `
    customers who have not paid, who did not pay, unpaid bills, unpaid invoices, unpaid charges, due
    this week, due today, planned charges, charges of this month, have not paid, who has not paid,
    not paid, open amounts, money we expect, still to come in, late payers, debtors, owes, owes us,
    overdue payments, upcoming payments, due payments, unpaid, outstanding payments, scheduled
    payments
  `,
  "collection create": `
    bill a customer, charge a customer, debit a customer, in two weeks, in a month, at a date,
    automatic payment, collect a payment, request a payment, request money, ask for money, payment
    request, receive money from a customer, get paid, take the monthly fee, membership fee, take
    money from a customer, take rent, debit later, take on a date, on the first of, regular payment,
    charge an account, schedule payment, future payment, premium, loan payment, installments plan,
    charge, bill, schedule, invoice, pull money, direct debit, plan a charge, next month, later,
    recurring, every month, installment, take money
  `,
  "collection collect now": `
    bring in, pull forward, instead of later, earlier than planned, right away, immediately, charge
    now, early, at once, straight away, today, now
  `,
  "collection retry": `
    do it again, did not work, missing money, not enough money, failed for lack of funds, second
    try, charge bounced, once more, try once more, charge again, debit again, collect again, one
    more time, again, try again, another try, reattempt, could not be collected
  `,
  "collection attempt": `
    how often did we try, each try, reason of failure, why did, why could, tries, failed charge,
    failure, dunning, could not be collected, fail, bounced, declined
  `,
  "collection cancel": `
    do not take, not take the money, skip the payment, waive, forgive, forget, drop the charge,
    remove planned charge, no longer charge, stop billing, stop a debit
  `,
  "collection retrieve": `
    when is it due, is it paid, has it been paid, one charge, state of a charge
  `,
  "collection confirm transfer": `
    came in another way, bank transfer received, is paid already, do not debit because paid, mark as
    paid, paid by hand, paid otherwise, already paid, settled outside, paid manually, paid in cash
  `,
  cancel: `
    stop, abort, call off, withdraw, undo, void, delete
  `,
  consent: `
    may i debit, may we debit, still debit, allowed to debit, can we debit, can i debit, signed,
    mandate, permission to debit, authority, permission, agreement, agreed, agree, standing order,
    opt in, allow to charge, authorization to collect, sepa mandate, authorization to debit,
    permission to charge, authorized
  `,
  "consent create": `
    ask a customer for mandate, get a mandate, mandate for a customer, store a mandate, keep a
    mandate, mandate of a customer, new mandate, lets us debit, allows us to debit, customer allows,
    customer agrees, gives permission, signs, may take money, recurring authorization, authorization
    for recurring, pre authorized, authorization for collections, customer agrees to pay regularly,
    set up mandate, get permission, obtain permission, ask permission, agreed to, permission to
    debit, permission to charge, sign a mandate, allow us to charge, record consent
  `,
  "consent confirm": `
    mandate was signed, customer signed, make a consent active, approve, evidence, accept, sign,
    signed, agrees
  `,
  "consent reject": `
    decline, refuse, deny, disagree, says no, turn down
  `,
  "consent list": `
    who allowed us, permissions of customers
  `,
  "consent revoke": `
    no longer wants, does not want, any longer, not want to be debited, stop permission, ends
    mandate, withdraw, opt out, cancel, take back, end, cancelled the authorization, cancel the
    mandate, withdraw permission, no longer allow, cancelled
  `,
  reject: `
    decline, refuse, deny, turn down
  `,

  // Programs, from a draft to a Product that runs it.
  "program composer": `
    design, blueprint, code, script, workflow, logic, contract language, smart contract
  `,
  "composer plan program": `
    mistakes, mistake in the program, find faults, faults, is program right, will it work, review a
    program, what does it need, what would it cost, does it compile, program compile, is correct, is
    right, is it possible, idea, feasible, findings, repair, validate, check, lint, analyze,
    analyse, verify, compile check, design, is valid, correct, program error, errors in my program,
    check for errors
  `,
  "composer simulate program": `
    play through, try with an example, fake customers, run through, test run, before we use it, walk
    through, test, dry run, try out, scenario, simulation, sandbox run, rehearse, what if, without
    real money, try my program
  `,
  "composer template": `
    example programs, ready programs, patterns, inspiration, how do others do it, show me an
    example, example, sample, starter, boilerplate, start from, template, gallery, ready made, begin
    with
  `,
  "composer schema program": `
    how do i write, how to write a program, keywords, which fields does a program have, rules of the
    language, grammar, syntax, language, reference, specification, json schema, dsl
  `,
  blueprint: `
    draft, program, model
  `,
  "blueprint update": `
    improve, save the changes, next version, change the text, new version, change the program, edit
    a blueprint
  `,
  "blueprint create": `
    keep this program, first version of a program, save my work, store the program, upload a program
  `,
  "blueprint list": `
    saved programs, programs of company, drafts
  `,
  "blueprint retrieve": `
    read a draft, show the draft, source of a blueprint, open a blueprint
  `,
  "blueprint archive": `
    delete, remove, discard
  `,
  version: `
    as it was, yesterday, before the change, went back, revision, old version, previous version,
    earlier version
  `,
  "build create": `
    make a build, build my program, build program, program ready to run, turn into a build, draft
    into, make immutable, finalize a program, freeze the draft, finished program, program is ready,
    turn the draft, turn into, immutable, publish, compile, release, package
  `,
  build: `
    compiled program, release, artifact, bundle
  `,
  "build diff compare": `
    two versions of a built program, two versions, what is new, differs, effect of an upgrade,
    difference, breaking, change, what changed, compare, migration, incompatible
  `,
  "build contract": `
    api docs, api documentation, docs, documentation, openapi, swagger, api document, api
    description, specification
  `,
  "build retrieve": `
    one build, what is in a build, findings of a build, details of a build
  `,
  "build list": `
    list builds, built programs, all releases
  `,
  "build source": `
    source code, code, text of the program
  `,
  "product build apply": `
    switch product, another build, move product to, make the product use, newest build, use the new
    program, take the new program, put into a product, start using a build, product should run,
    deploy, upgrade, install, roll out, rollout, ship, migrate, new version, switch to, run a build,
    activate a build, use a build
  `,

  // Products and their figures.
  product: `
    app, application, project, workspace, program of mine
  `,
  "product activation": `
    get real money, real money, real customers, leave the sandbox, allowed in live, become live,
    start for real, requirements for live, go live, going live, production, launch, live, ready,
    missing for live, prod, go to production
  `,
  "product margin": `
    win or lose, lose money, gain, what is left for us, do we make money, business result, p l,
    profit and loss, pnl, gross profit, loss, net income, earnings of product, how profitable,
    profit, revenue, earn, earned, earnings, income, profitability, make money, did we make, did we
    earn
  `,
  "product fee": `
    price we pay, bill from you, how expensive, charge us, we pay you, platform charge, charges us,
    costs us, pay the platform, cost, price, pricing, charges of the platform, what do we pay,
    commission, expensive, invoice of the platform, charged by the platform, bill of the platform,
    do we pay
  `,
  "product book": `
    financial position, sums by role, all accounts together, consistency, does everything add up,
    general ledger, accounting, accountant, bookkeeping, financial report, chart of accounts,
    balance sheet, gl, per account role, does the ledger balance, bookkeeper, by role, total assets,
    liabilities
  `,
  "product book entry double line": `
    for bookkeeping, debits and credits of the product, export to erp, datev, sap, each booking,
    journal, journal entry, double entry, accountant, accounting entry, bookkeeping entry
  `,
  "product book month trial": `
    closing figures, figures of a month, month report, opening and closing, auditor, books of, audit
    of the books, month of the books, year end, closing balance, trial balance, month end,
    reconcile, reconciliation, closing, monthly book, close the month
  `,
  "product list": `
    which products do we have, our apps, all apps
  `,
  "product create": `
    new app, start a new product, set up a product, new sandbox
  `,
  "product update": `
    change name of product, rename app
  `,
  "product retrieve": `
    one product, product details, settings of a product, is product live
  `,
  "product schedule list": `
    planned in product, what is scheduled, next runs, coming up, everything that is due
  `,
  "product clock run list": `
    what did the clock do, automatic runs, what ran
  `,
  "product limit": `
    how much may be moved, biggest amount, per day, daily limit, allowance of the program, cap,
    maximum, quota, threshold, ceiling, allowed, restriction, most, spending limit, velocity
  `,
  "company limit": `
    how many more, are we allowed to have, how many builds, how many blueprints, how many members,
    may we, how many products, how many customers, how many users, can our company, may we have,
    plan limit, can we have, quota, our limit
  `,
  "kind noun object": `
    type, object type, class, model, table, entity type, data type, noun, definition
  `,
  "kind retire": `
    deprecate, phase out, remove, sunset, delete, no longer
  `,
  port: `
    who may call, who can call, allowed to call, actor, access rule, interface
  `,
  "schedule row": `
    upcoming, future, planned, tomorrow, next, cron, job, timer, will run, will happen, due, later,
    scheduled, automatic, automatically, next due
  `,
  "clock run": `
    cron, job, batch run, scheduler, background, ran, nightly, executed, last night, overnight,
    automatically
  `,

  // Objects and what is decided about them.
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
    what can be done, what may i do with, next steps, options, possible, can i do, available action,
    next step, allowed action, can i call
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
  "noun instance id alone": `
    only know its id, know the id, by id, without kind, unknown kind, know its kind
  `,
  decision: `
    must review, somebody must, open reviews, waits, who has to approve, review queue, inbox,
    manager, has to decide, what is open, must decide, committee, review, manual review, human, sign
    off, four eyes, approval of an object, waiting for a person, waits for review
  `,
  "decision list": `
    open decisions, what must be decided, decisions to make
  `,
  "decision resolve": `
    say yes, say no, give an answer, sign it, manager approves, accept, deny, approve, decide,
    reject, sign off, answer, approve or reject
  `,

  // Agents, keys, the company.
  "agent member current": `
    who i am, what i am allowed, what i may, what i can, permissions of my token, my token, which
    rights, what am i, what can i reach, my name, what is my name, my company, where do i work,
    about me, about myself, my identity, who am i, whoami, myself, my permissions, what am i
    allowed, am i allowed, what can i do, my scopes, what may i do, my rights, scopes do i have, do
    i have, permissions do i have, my grant, granted to me, can i access, my access, products can i
    use
  `,
  "agent approval": `
    did they approve, have they approved, still waiting, was my call approved, why must i wait, must
    approve, approve my call, agent_approval_required, told that a human, needs approval, need
    approval, approval link, permission, waiting for a person, pending approval, ask a human,
    granted, approved, signed off, human approval, human approve, waiting for a human, my request,
    person approve
  `,
  "api key": `
    keys, which keys exist, who has a key, token, credential, secret, access key, secret key, access
    token
  `,
  "api key revoke": `
    not needed any more, end a key, key in public, published by mistake, remove a key, delete a key,
    employee left, leaked, stolen, compromised, invalidate, rotate, disable, exposed, kill,
    deactivate
  `,
  "api key list": `
    all keys, which keys, keys of product, list credentials
  `,
  "api key retrieve": `
    last used, key used
  `,
  "tenant current": `
    our company, company profile, name of our company
  `,
  company: `
    organization, organisation, firm, my company, business, our company, tenant, settings,
    workspace, account settings
  `,
  "catalog capability list": `
    what can a product do, features
  `,
  "catalog scope list": `
    all scopes, which scopes exist, list of permissions, rights of keys
  `,
  "catalog operation list": `
    all operations, list of tools, what can the api do, every call
  `,
  "catalog event type list": `
    which events exist, all event types, events to subscribe, event catalogue
  `,
  "catalog provider list": `
    which providers, bank partners, who does the kyc, connected providers
  `,
  "catalog country list": `
    which countries, list of countries, do you support country
  `,
  "catalog currency list": `
    supported currencies, which money, can i use usd, which currency
  `,
  scope: `
    permission, right, privilege, allowed
  `,

  // What listens, and what was sent to it.
  "webhook endpoint": `
    notifications, webhook, callback, hook, listener, subscription, notification url, receiver,
    subscriber, endpoint
  `,
  "webhook delivery": `
    callback, notification, message sent, notified, webhook response, response, hook, webhook
    attempt, webhook log, delivered
  `,
  "webhook endpoint ping": `
    test webhook, test a webhook, try a webhook, test callback, test message, test, works, reachable
  `,
  "webhook endpoint disable": `
    don't send, do not send, no more notifications, quiet, turn off, switch off, pause, stop,
    deactivate, mute, unsubscribe, stop sending, stop notification
  `,
  "webhook endpoint recover failed": `
    all that we missed, after an outage, everything again, while server was offline, resend, outage,
    replay, missed, catch up, downtime, was down, failed, lost, were down
  `,
  "webhook delivery list": `
    what was sent to us, did we get, notifications sent, not delivered
  `,
  "webhook delivery retry": `
    send the notification again, that we did not get, once again, one notification, again, resend,
    retry, try again, redeliver, missed
  `,
  "webhook endpoint list": `
    which url, our endpoints, list endpoints, urls that get events, where do notifications go,
    addresses, callback address, which urls
  `,
  "webhook endpoint retrieve": `
    one endpoint, is endpoint enabled, endpoint settings
  `,
  "webhook endpoint statistics": `
    is it called, called at all, how many delivered, is my server keeping up, how far behind,
    success rate, rate, health, healthy, metric, lag, behind, failure rate, performance, stats, how
    well
  `,
  event: `
    happened, occurrence, news, feed, notification, payload, stream
  `,
  "event list": `
    events of a transfer, events of an account, all events, event feed, latest events, what
    happened, happened today, happened yesterday, what is new, everything that happened
  `,
  "event redeliver send again": `
    send the notification again, get the event again, did not get, push event, once more, push to my
    server, send event, trigger redelivery, replay, resend, repeat, deliver again, emit again,
    missed
  `,
  "event retrieve": `
    one event, event details, what was in the event
  `,
  "event type": `
    subscribe, event name, topic, payload schema, kind of event, schema of the event
  `,

  // What is looked up, and what went wrong.
  "error code catalog": `
    why did i get, why was i refused, got an error, error message, got refused, gave me, error says,
    answer says, every reason, reasons, reasons why a call, can be refused, what can go wrong,
    possible errors, what does code say, why do i get, 400, 401, 403, 404, 409, 422, 429, how to fix
    an error, refused with, meaning, refusal, failure, exception, why refused, fault code, rejection
    reason, mean, does it mean, explain, what does
  `,
  "developer log list": `
    requests of the last hour, what requests, our traffic, api traffic, api usage
  `,
  "developer log": `
    request that went wrong, went wrong, this morning, what did i send, my last calls, what did the
    server answer, find a bug, request, debug, request log, api call, trace, http, logging,
    troubleshoot, failed request, headers and body, status code, api request, 4xx, 5xx
  `,
  "idempotency key look": `
    is it safe to send again, do i have to send it again, send again, sent twice, was it carried
    out, has my write happened, same key, what happened to my request, was applied, write applied,
    request applied, was it applied, already done, has been done, did it happen, was it done,
    executed twice, request twice, connection dropped, dropped, network error, in the middle, was it
    made, was it executed, interrupted, crashed before, unsure whether, never got an answer, go
    through, went through, duplicate, did my request, retry safely, already sent, same request, lost
    the response, lost response, timed out, timeout, did it succeed, safe to retry, unknown outcome,
    no response, connection broke
  `,
  operation: `
    details of an operation, request, api call, endpoint of the api, method, command
  `,
  "operation catalog contract": `
    api operation, api endpoint, endpoints of the api, available operation, api reference
  `,
  "operation list": `
    what was done, list of changes, recent operations, all changes, who did what
  `,
  "operation retrieve": `
    details of a change, one operation, who did it, by whom
  `,
  "operation effect": `
    consequence, result, side effect, what did it do, caused, outcome, operation change
  `,
  "receipt list": `
    all receipts, proofs, list of proofs
  `,
  receipt: `
    show to a customer, show an auditor, signed, cryptographic, verify offline, did really happen,
    proof, evidence, prove, confirmation, certificate, voucher of a transfer, proof of payment
  `,
  search: `
    with reference, by our reference, with our reference, by number, with number, by its number,
    find whatever, where is, look for a name, look for, everything, anywhere, anything, global, full
    text, find by id, across, something, external id, by reference, own reference, know the id
  `,
  currency: `
    money type, denomination, exponent, decimals, decimal places
  `,
  country: `
    nation, region, jurisdiction, market, available in, operate in, use the platform in, abroad,
    international, supported in, iso code
  `,
  "provider catalog": `
    bank, partner, vendor, processor, third party, integration, psp, connected bank
  `,
  "capability catalog": `
    feature, function, ability
  `,
  "account list": `
    wallets of product, accounts of product, list wallets, our wallets, all wallets, which accounts,
    accounts in a currency, all accounts, search accounts
  `,
  "account update": `
    name of a wallet, nickname, give account a name, own id of account
  `,
  "account role catalog": `
    purpose, type of account, account type, kind of account
  `,

  // What only a sandbox can do.
  "sandbox fund test money": `
    give the test wallet, give a test account, money in sandbox, need money to test, euros for
    testing, imaginary money, free money, top up, topup, add money, test fund, fake money, play
    money, seed, credit a test account, fill, load money, put money, give money, mint, funding, test
    balance, money for testing
  `,
  "sandbox clock advance": `
    let months pass, let days pass, pass in the test environment, see what happens next month, make
    it tomorrow, next year, run what is due, reach the due date, simulate time, play the next, next
    day, next month in the sandbox, end of the month, tomorrow in the sandbox, pass of time, skip,
    forward, time travel, fast forward, jump, time, days later, wait, move the clock, set the clock,
    days ahead, month ahead, let time pass
  `,
  "sandbox clock retrieve": `
    what is the date in the sandbox, time of the sandbox, time, date, today's date, what time,
    current time
  `,
  "sandbox event trigger": `
    event for a test, see if my server gets, example event, fire, emit, fake event, send a test
    event, simulate an event, mock event, sample event
  `,
  "sandbox provider fault arm": `
    what if the provider is down, let the provider fail, errors of the bank, slow provider, test
    retries, outage, fail, break, failure, timeout, downtime, inject, error of a provider, chaos,
    down, on purpose
  `,
  "sandbox provider outcome decide": `
    succeed, simulate, answer of the provider, approve in sandbox, decide
  `,
  "sandbox kyc outcome decide verification simulator": `
    let verification pass, let it fail, person is refused, refuse kyc, kyc was refused, test a
    rejection, set kyc result, succeed, fail a verification, pass, simulate kyc, approve kyc, fake
    verification, fake kyc, pass kyc, make kyc, approve the kyc, approve a verification, fail kyc
  `,
  "sandbox compliance outcome": `
    clear, refuse, simulate compliance, fake compliance, pass compliance
  `,
  "sandbox platform freeze": `
    simulate a freeze, platform block, legal freeze, freeze by the platform, simulated freeze
  `,
  sandbox: `
    test, testing, test mode, fake, simulate, mock, playground, pretend
  `,
};
