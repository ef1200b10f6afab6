/** Generated from the words of nouns in the features' manifests by `npm run golden`. */
import type { IdKind, ScopeWords } from "./noun_words.ts";

export const ID_KINDS: Readonly<Record<string, IdKind>> = {
  "acct": {
    "kind": "an account"
  },
  "agt": {
    "kind": "an agent"
  },
  "apr": {
    "kind": "an approval of an agent's request"
  },
  "aud": {
    "kind": "an audit event"
  },
  "bld": {
    "kind": "a Build",
    "described": "Build, a program that Products can be made of"
  },
  "bp": {
    "kind": "a blueprint",
    "described": "blueprint, the program that a Product can be built from"
  },
  "cacc": {
    "kind": "a customer access"
  },
  "coll": {
    "kind": "a collection",
    "described": "collection of money under a consent"
  },
  "cons": {
    "kind": "a consent",
    "described": "consent of a customer"
  },
  "cust": {
    "kind": "a customer"
  },
  "dec": {
    "kind": "a decision",
    "described": "decision about an object"
  },
  "dlog": {
    "kind": "a developer log"
  },
  "ent": {
    "kind": "an entity",
    "described": "entity, the person or organization that a customer is"
  },
  "evt": {
    "kind": "an event"
  },
  "frz": {
    "kind": "a freeze"
  },
  "grant": {
    "kind": "a grant of an agent"
  },
  "inv": {
    "kind": "an invitation"
  },
  "kdoc": {
    "kind": "a KYC document",
    "described": "document file of an entity"
  },
  "key": {
    "kind": "an API key"
  },
  "le": {
    "kind": "a ledger entry"
  },
  "lgn": {
    "kind": "a login that was begun"
  },
  "mem": {
    "kind": "a member"
  },
  "obj": {
    "kind": "an object",
    "described": "object of a Product's program"
  },
  "op": {
    "kind": "an operation"
  },
  "pat": {
    "kind": "a personal access token"
  },
  "preq": {
    "kind": "a provider request"
  },
  "prod": {
    "kind": "a Product"
  },
  "rcpt": {
    "kind": "a receipt"
  },
  "rst": {
    "kind": "a password reset that was begun"
  },
  "sch": {
    "kind": "a schedule",
    "described": "row of a schedule"
  },
  "ses": {
    "kind": "a session"
  },
  "sgn": {
    "kind": "a sign-up that was begun"
  },
  "ten": {
    "kind": "a tenant",
    "described": "tenant, who has the Product"
  },
  "th": {
    "kind": "a transfer hold"
  },
  "tr": {
    "kind": "a transfer"
  },
  "usr": {
    "kind": "a user",
    "described": "person"
  },
  "ver": {
    "kind": "a verification"
  },
  "whd": {
    "kind": "a webhook delivery"
  },
  "whe": {
    "kind": "a webhook endpoint"
  }
};

export const SCOPE_WORDS: Readonly<Record<string, ScopeWords>> = {
  "accounts": {
    "group": "Money",
    "capability": "ledger"
  },
  "activity": {
    "group": "What happens",
    "name": "the activity of your company and its Products",
    "title": "Activity of the company"
  },
  "audit": {
    "group": "Company",
    "name": "the audit feed of your company",
    "title": "Audit feed"
  },
  "balances": {
    "group": "Money",
    "name": "balances of accounts",
    "capability": "ledger"
  },
  "blueprints": {
    "group": "Company",
    "name": "blueprints of Products"
  },
  "books": {
    "group": "Money",
    "name": "the books of Products"
  },
  "catalog": {
    "group": "Company",
    "name": "the catalog of what the platform has",
    "title": "Catalogs"
  },
  "collections": {
    "group": "Money",
    "name": "collections from customers",
    "capability": "collections"
  },
  "consents": {
    "group": "Customers",
    "name": "consents of customers",
    "capability": "collections"
  },
  "customer_access": {
    "group": "Customers",
    "name": "who has access for customers"
  },
  "customers": {
    "group": "Customers",
    "capability": "customers"
  },
  "decisions": {
    "group": "Money",
    "name": "decisions about objects",
    "capability": "decisions"
  },
  "entities": {
    "group": "Customers",
    "name": "persons and organizations (entities)",
    "capability": "kyc"
  },
  "events": {
    "group": "What happens"
  },
  "keys": {
    "group": "Company",
    "name": "API keys",
    "title": "API keys",
    "write": "Make, change and revoke API keys. A sandbox key may get everything that your role permits in the sandbox.",
    "writeOfAgent": "Revoke API keys. An agent makes none and changes none."
  },
  "kyc": {
    "group": "Customers",
    "name": "what entities submit to be verified, and what came of it",
    "title": "Checks of customers (KYC)",
    "capability": "kyc"
  },
  "logs": {
    "group": "What happens",
    "name": "logs of requests",
    "title": "Log of requests"
  },
  "members": {
    "group": "Company",
    "name": "who the members of your company are, and who is invited"
  },
  "objects": {
    "group": "Money",
    "name": "objects of Products, with their actions",
    "capability": "objects"
  },
  "operations": {
    "group": "What happens"
  },
  "products": {
    "group": "Company",
    "name": "Products"
  },
  "receipts": {
    "group": "Money"
  },
  "sandbox": {
    "group": "What happens",
    "name": "the sandbox's clock, funding and events",
    "title": "The sandbox's clock and money"
  },
  "search": {
    "group": "What happens",
    "name": "whatever a search finds"
  },
  "security": {
    "group": "Company",
    "name": "what your company asks of logins",
    "title": "Security policy"
  },
  "sessions": {
    "group": "You",
    "name": "where you are signed in for your company",
    "write": "End your sessions and the logins of your programs, in your company."
  },
  "statements": {
    "group": "Money"
  },
  "tenant": {
    "group": "Company",
    "name": "the settings of your company",
    "title": "The company"
  },
  "tokens": {
    "group": "You",
    "name": "your personal access tokens of your company, without their texts",
    "write": "End your personal access tokens of your company. A program makes none."
  },
  "transfer_holds": {
    "group": "Money",
    "name": "holds of transfers",
    "capability": "holds"
  },
  "transfers": {
    "group": "Money",
    "capability": "transfers"
  },
  "user": {
    "group": "You",
    "name": "whether you have a second factor",
    "write": "Change your name, in each of your companies."
  },
  "webhooks": {
    "group": "What happens",
    "name": "webhook endpoints and their deliveries"
  }
};
