/**
 * Who and what the examples of the contract are about: Ada Lovelace has a wallet and savings in
 * euros, and buys at Babbage Books. Grace Hopper is a customer who leaves.
 * A server makes these values itself, so on each server others stand in their places.
 */
import { exampleId } from "../contract/document/example.ts";

export const TENANT = exampleId("ten", 1);
export const PRODUCT = exampleId("prod", 2);
export const API_KEY = "key_4TqZr8WmXc1VbN6yHd3KfP";
export const API_KEY_PREFIX = "service_test_4Tq";

export const ADA = exampleId("cust", 11);
export const BOOKS = exampleId("cust", 12);
export const GRACE = exampleId("cust", 13);

export const ADA_ENTITY = exampleId("ent", 14);
export const GRACES_ENTITY = exampleId("ent", 15);

export const WALLET = exampleId("acct", 21);
export const SAVINGS = exampleId("acct", 22);
export const SHOP = exampleId("acct", 23);
export const GRACES_WALLET = exampleId("acct", 24);
export const OLD_ACCOUNT = exampleId("acct", 25);

/** The transfer that pays for Ada's first order, and its traces. */
export const ORDER = exampleId("tr", 31);
export const ORDER_OPERATION = exampleId("op", 31);
export const ORDER_RECEIPT = exampleId("rcpt", 31);
export const ORDER_EVENT = exampleId("evt", 31);
export const ORDER_KEY = "7d0c3f52-6d0e-4f0b-9c1a-2b8f5e4a9d36";
export const ORDER_LOG = exampleId("dlog", 32);

/** Holds: one that is settled, one that is cancelled, one that expires. */
export const HOLD = exampleId("th", 41);
export const CANCELLED_HOLD = exampleId("th", 42);
export const EXPIRED_HOLD = exampleId("th", 43);

/** Consents of Ada: one that is confirmed and then revoked, and one that is rejected. */
export const CONSENT = exampleId("cons", 71);
export const REJECTED_CONSENT = exampleId("cons", 72);

/** Verifications of Ada: the one that attains her a tier, and one that is cancelled. */
export const VERIFICATION = exampleId("ver", 61);
export const CANCELLED_VERIFICATION = exampleId("ver", 62);

/** Where the shop is told of events, and where it was. */
export const WEBHOOKS = exampleId("whe", 51);
export const OLD_WEBHOOKS = exampleId("whe", 52);
/** The order's event, as it was sent there: the id is made of those of the event and the endpoint. */
export const ORDER_DELIVERY = `whd_${ORDER_EVENT.slice("evt_".length)}${WEBHOOKS.slice("whe_".length)}`;

/** The month that the statements and books of the examples are of. */
export const MONTH = "2026-03";
export const STATEMENT = exampleId("stmt", 945);

/** An IBAN of Ada's wallet, which is disabled, enabled and retired; somebody pays to it all the same. */
export const RETIRED_IBAN = exampleId("fa", 801);
