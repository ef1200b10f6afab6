/** The words of the sandbox: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const sandboxWords: NounWords = {
  scopes: {
    sandbox: {
      group: "What happens",
      name: "the sandbox's clock, funding and events",
      title: "The sandbox's clock and money",
    },
  },
  synonyms: {
    "sandbox fund test money": `
      give the test wallet, give a test account, money in sandbox, need money to test, euros for
      testing, imaginary money, free money, top up, topup, add money, test fund, fake money, play
      money, seed, credit a test account, fill, load money, put money, give money, mint, funding,
      test balance, money for testing
    `,
    "sandbox inbound credit": `
      simulate an incoming payment, somebody pays to an iban, test a deposit, fake a bank transfer in,
      incoming transfer for a test, pay to a test iban
    `,
    "sandbox clock advance": `
      let months pass, let days pass, pass in the test environment, see what happens next month,
      make it tomorrow, next year, run what is due, reach the due date, simulate time, play the
      next, next day, next month in the sandbox, end of the month, tomorrow in the sandbox, pass of
      time, skip, forward, time travel, fast forward, jump, time, days later, wait, move the clock,
      set the clock, days ahead, month ahead, let time pass
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
  },
  sameMeaning: [
    ["fund", "topup", "deposit", "funding", "credit"],
    ["test", "sandbox", "simulate", "simulator"],
  ],
};
