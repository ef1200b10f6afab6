/** Mistakes in values: amounts, currencies, times, names, lists. */
import { type Given, type Mistake, post, transfer } from "./mistake.ts";

export function amounts(given: Given): Mistake[] {
  const send = (title: string, more: object) => post(title, "/v1/transfers", transfer(given, more));
  return [
    send("an amount with decimals", { amount: "1.00" }),
    send("an amount with decimals of a currency without them", {
      amount: "100.00",
      currency: "JPY",
    }),
    send("an amount with decimals of a currency with three", { amount: "1.5", currency: "BHD" }),
    send("an amount with a group", { amount: "1,250.00" }),
    send("an amount that is a number", { amount: 100 }),
    send("an amount that is a number with decimals", { amount: 12.5 }),
    send("an amount of zero", { amount: "0" }),
    send("an amount below zero", { amount: "-100" }),
    send("an amount with a plus", { amount: "+100" }),
    send("an amount with zeros before it", { amount: "0100" }),
    send("an amount with its currency", { amount: "100 EUR" }),
    send("an amount that is too large", { amount: "1234567890123456789" }),
    send("an amount that is empty", { amount: "" }),
    send("an amount that is an object", { amount: { value: "100", currency: "EUR" } }),
    send("an amount that is null", { amount: null }),
    send("a currency in small letters", { currency: "eur" }),
    send("a sign for a currency", { currency: "€" }),
    send("a misspelled currency", { currency: "EURO" }),
    send("a currency that does not exist", { currency: "QQQ" }),
    send("no currency", { currency: undefined }),
    send("the currency of another account", { currency: "USD" }),
    send("more money than there is", { amount: "999999999" }),
  ];
}

export function values(given: Given): Mistake[] {
  const { productId, customerId, ada, bob } = given;
  const customer = (title: string, more: object, entity: object = {}) =>
    post(title, "/v1/customers", {
      productId,
      test: true,
      entity: { kind: "person", displayName: "Ada", country: "GB", ...entity },
      ...more,
    });
  const account = (title: string, more: object) =>
    post(title, "/v1/accounts", {
      productId,
      role: "customer_balance",
      currency: "EUR",
      owner: { type: "customer", id: customerId },
      ...more,
    });
  const hold = (title: string, expiresAt: unknown) =>
    post(title, "/v1/transfer-holds", { ...transfer(given), expiresAt });
  return [
    customer("a boolean as text", { test: "true" }),
    customer("a boolean as a number", { test: 1 }),
    customer("UK", {}, { country: "UK" }),
    customer("a country in small letters", {}, { country: "de" }),
    customer("a country of three letters", {}, { country: "DEU" }),
    customer("a country by name", {}, { country: "Germany" }),
    customer("a country that does not exist", {}, { country: "QQ" }),
    customer("a kind that does not exist", {}, { kind: "human" }),
    customer("a kind in capitals", {}, { kind: "PERSON" }),
    customer("a blank name", {}, { displayName: "  " }),
    customer("an empty name", {}, { displayName: "" }),
    customer("a name that is too long", {}, { displayName: "a".repeat(201) }),
    customer("an entity that is a text", { entity: "Ada" }),
    customer("metadata with a number", { metadata: { orders: 3 } }),
    customer("metadata in metadata", { metadata: { address: { city: "London" } } }),
    customer("metadata as a list", { metadata: ["vip"] }),
    customer("metadata with a long key", { metadata: { ["k".repeat(41)]: "" } }),
    customer("too much metadata", {
      metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key${at}`, ""])),
    }),
    customer("an external id that is not ASCII", { externalId: "Zoë" }),
    account("a role that is misspelled", { role: "customer-balance" }),
    account("a role that does not exist", { role: "checking" }),
    account("a type of owner that does not exist", { owner: { type: "user", id: customerId } }),
    account("a type of owner in capitals", { owner: { type: "Customer", id: customerId } }),
    account("an owner that is an id", { owner: customerId }),
    hold("a time without an offset", "2099-01-31T09:30:00"),
    hold("a date", "2099-01-31"),
    hold("a time with a space", "2099-01-31 09:30:00Z"),
    hold("a time without seconds", "2099-01-31T09:30Z"),
    hold("an offset without its colon", "2099-01-31T09:30:00+0100"),
    hold("seconds since 1970", 4_073_535_000),
    hold("a day that does not exist", "2099-02-30T00:00:00Z"),
    hold("words for a time", "tomorrow"),
    post("an object where a list is asked for", "/v1/transfers/batch", { items: transfer(given) }),
    post("an empty list", "/v1/transfers/batch", { items: [] }),
    post("an item that is wrong", "/v1/transfers/batch", {
      items: [transfer(given), transfer(given, { amount: "1.00" })],
    }),
    post("the same account twice", "/v1/transfers", transfer(given, { destinationAccountId: ada })),
    {
      title: "a revision as text",
      method: "PATCH",
      path: `/v1/accounts/${bob}`,
      body: { name: "Bob", expectedRevision: "1" },
    },
    {
      title: "a revision of zero",
      method: "PATCH",
      path: `/v1/accounts/${bob}`,
      body: { name: "Bob", expectedRevision: 0 },
    },
  ];
}
