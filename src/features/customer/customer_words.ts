/** The words of customers: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const customerWords: NounWords = {
  ids: { cust: "a customer" },
  scopes: {
    customers: { group: "Customers", capability: "customers" },
  },
  synonyms: {
    customer: `
      user, client, person, people, member, end user, consumer, buyer, seller, merchant, payer,
      payee, account holder, cardholder, holder, individual, somebody, someone, patron, employee,
      profile, freelancer, driver, vendor
    `,
    "customer create": `
      create user, add user, add customer, make a customer, new user, new person, register client,
      add a person, add somebody, person joins, client signs up, new merchant, new seller, new
      company as a customer, onboard, sign up, signup, enroll, enrol, register a user
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
      unsuspend, unban, unblock, reinstate, restore, enable again, let back, unpause, allow, lift
      the ban, lift a suspension
    `,
    "customer close": `
      end our relation, end relation, end relationship, stop working with, part ways, person died,
      deceased, terminate, quits, remove from our books, end of contract with a customer, wants to
      leave, no longer a customer, offboard, churn, leave, delete, remove, end the relationship,
      left us, gdpr
    `,
    "customer list": `
      how many customers, how many users, how many users do we have, list people, number of
      customers, who are our customers, client directory, customer base, search for customers, find
      customers, find customer, all users, find user, customer named
    `,
    "customer retrieve": `
      data of a customer, is customer active, status of a customer, profile, record of user,
      customer details, details of a user, about a customer, about a user
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
    "customer update": `
      edit a customer, edit user, change customer data, change user, write our own id, own user id,
      link customer to our database, note on customer, crm id
    `,
    "customer account list": `
      which wallets has, wallets of, accounts of a person
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
  },
  sameMeaning: [["customer", "user", "client", "person"]],
};
