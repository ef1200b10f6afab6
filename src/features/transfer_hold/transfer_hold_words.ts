/** The words of transfer holds: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const transferHoldWords: NounWords = {
  ids: { th: "a transfer hold" },
  scopes: {
    transfer_holds: { group: "Money", name: "holds of transfers", capability: "holds" },
  },
  synonyms: {
    "transfer hold": `
      reservation, reserve, reserved, authorization, authorisation, authorize, authorise, auth,
      preauthorization, pre authorization, escrow, earmark, encumber, lien, set aside, hold, blocked
      amount, pending amount, capture, card payment, card, held
    `,
    "transfer hold create reserve": `
      deposit for a rental, keep an amount, freeze an amount, block an amount on a wallet, hotel,
      rental car, until the order ships, until delivery, not yet spent, promise money, make sure the
      money is there, without moving it, tab, fuel, card authorization, authorize a payment,
      authorize card, authorization, reserve funds, reserve money, set money aside, put money aside,
      guarantee funds, hold for later, place reservation, provisional, temporary hold, preauth,
      delayed capture, two step payment, two phase, pending payment, deposit for, keep aside, put
      aside, aside, pledge, secure an amount, collateral, authorize, authorise, preauthorize,
      reserve, block an amount, block money, block funds, set aside, earmark, escrow, lock funds,
      lock money, put on hold, hold money, hold funds, without capturing, guarantee, security
      deposit, booking, place a hold
    `,
    "transfer hold clear settle": `
      charge the guest, charge from the reservation, of the reserved, that are reserved, collect
      from a hold, charge part, settle the authorization, take the reserved money, keep the deposit,
      take the deposit, goods delivered, order shipped, service done, customer used it, damaged,
      final price, less than reserved, turn a hold into a payment, make the hold a transfer,
      confirm, confirm preauthorization, confirm a hold, confirm reservation, execute hold, convert
      hold, post hold, partially, part of hold, part of the held, charge the reserved, charge a
      reservation, kept aside, was reserved, were reserved, trip is over, delivered, take the money,
      final amount, capture, finalize, complete, finalise, claim, draw, charge the hold, collect the
      hold, take the reserved, use the reserved, shipped, partial capture
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
      preauthorization, remove reservation, undo reservation, undo authorization, free the money,
      free again, was cancelled, not needed, expired reservation, release, void, drop the
      reservation, let go, stop a reservation, unreserve, free the reserved, unhold, abandon, undo a
      hold, stop a hold, remove a hold, cancel the hold
    `,
  },
  sameMeaning: [
    ["hold", "reserve", "authorize", "authorization", "authorisation", "preauth"],
    ["capture", "clear", "settle"],
    ["void", "release", "cancel"],
  ],
};
