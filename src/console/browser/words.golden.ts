/** Generated from the words of nouns in the features' manifests by `npm run golden`. */
export const SCOPES: Readonly<Record<string, { group: string; says: string; saysOfAgent?: string }>> = {
  "accounts:read": {
    "group": "Money",
    "says": "Read accounts."
  },
  "accounts:write": {
    "group": "Money",
    "says": "Create and change accounts."
  },
  "activity:read": {
    "group": "What happens",
    "says": "Read the activity of your company and its Products."
  },
  "audit:read": {
    "group": "Company",
    "says": "Read the audit feed of your company."
  },
  "balances:read": {
    "group": "Money",
    "says": "Read balances of accounts."
  },
  "blueprints:read": {
    "group": "Company",
    "says": "Read blueprints of Products."
  },
  "blueprints:write": {
    "group": "Company",
    "says": "Create and change blueprints of Products."
  },
  "books:read": {
    "group": "Money",
    "says": "Read the books of Products."
  },
  "catalog:read": {
    "group": "Company",
    "says": "Read the catalog of what the platform has."
  },
  "collections:read": {
    "group": "Money",
    "says": "Read collections from customers."
  },
  "collections:write": {
    "group": "Money",
    "says": "Create and change collections from customers."
  },
  "consents:read": {
    "group": "Customers",
    "says": "Read consents of customers."
  },
  "consents:write": {
    "group": "Customers",
    "says": "Create and change consents of customers."
  },
  "customer_access:read": {
    "group": "Customers",
    "says": "Read who has access for customers."
  },
  "customer_access:write": {
    "group": "Customers",
    "says": "Create and change who has access for customers."
  },
  "customers:read": {
    "group": "Customers",
    "says": "Read customers."
  },
  "customers:write": {
    "group": "Customers",
    "says": "Create and change customers."
  },
  "decisions:read": {
    "group": "Money",
    "says": "Read decisions about objects."
  },
  "decisions:write": {
    "group": "Money",
    "says": "Create and change decisions about objects."
  },
  "entities:read": {
    "group": "Customers",
    "says": "Read persons and organizations (entities)."
  },
  "entities:write": {
    "group": "Customers",
    "says": "Create and change persons and organizations (entities)."
  },
  "events:read": {
    "group": "What happens",
    "says": "Read events."
  },
  "keys:read": {
    "group": "Company",
    "says": "Read API keys."
  },
  "keys:write": {
    "group": "Company",
    "says": "Make, change and revoke API keys. A sandbox key may get everything that your role permits in the sandbox.",
    "saysOfAgent": "Revoke API keys. An agent makes none and changes none."
  },
  "kyc:read": {
    "group": "Customers",
    "says": "Read what entities submit to be verified, and what came of it."
  },
  "kyc:write": {
    "group": "Customers",
    "says": "Create and change what entities submit to be verified, and what came of it."
  },
  "logs:read": {
    "group": "What happens",
    "says": "Read logs of requests."
  },
  "members:read": {
    "group": "Company",
    "says": "Read who the members of your company are, and who is invited."
  },
  "members:write": {
    "group": "Company",
    "says": "Create and change who the members of your company are, and who is invited."
  },
  "objects:read": {
    "group": "Money",
    "says": "Read objects of Products, with their actions."
  },
  "objects:write": {
    "group": "Money",
    "says": "Create and change objects of Products, with their actions."
  },
  "operations:read": {
    "group": "What happens",
    "says": "Read operations."
  },
  "products:read": {
    "group": "Company",
    "says": "Read Products."
  },
  "products:write": {
    "group": "Company",
    "says": "Create and change Products."
  },
  "receipts:read": {
    "group": "Money",
    "says": "Read receipts."
  },
  "sandbox:read": {
    "group": "What happens",
    "says": "Read the sandbox's clock, funding and events."
  },
  "sandbox:write": {
    "group": "What happens",
    "says": "Create and change the sandbox's clock, funding and events."
  },
  "search:read": {
    "group": "What happens",
    "says": "Read whatever a search finds."
  },
  "security:read": {
    "group": "Company",
    "says": "Read what your company asks of logins."
  },
  "security:write": {
    "group": "Company",
    "says": "Create and change what your company asks of logins."
  },
  "sessions:read": {
    "group": "You",
    "says": "Read where you are signed in for your company."
  },
  "sessions:write": {
    "group": "You",
    "says": "End your sessions and the logins of your programs, in your company."
  },
  "statements:read": {
    "group": "Money",
    "says": "Read statements."
  },
  "tenant:read": {
    "group": "Company",
    "says": "Read the settings of your company."
  },
  "tenant:write": {
    "group": "Company",
    "says": "Create and change the settings of your company."
  },
  "tokens:read": {
    "group": "You",
    "says": "Read your personal access tokens of your company, without their texts."
  },
  "tokens:write": {
    "group": "You",
    "says": "End your personal access tokens of your company. A program makes none."
  },
  "transfer_holds:read": {
    "group": "Money",
    "says": "Read holds of transfers."
  },
  "transfer_holds:write": {
    "group": "Money",
    "says": "Create and change holds of transfers."
  },
  "transfers:read": {
    "group": "Money",
    "says": "Read transfers."
  },
  "transfers:write": {
    "group": "Money",
    "says": "Create and change transfers."
  },
  "user:read": {
    "group": "You",
    "says": "Read whether you have a second factor."
  },
  "user:write": {
    "group": "You",
    "says": "Change your name, in each of your companies."
  },
  "webhooks:read": {
    "group": "What happens",
    "says": "Read webhook endpoints and their deliveries."
  },
  "webhooks:write": {
    "group": "What happens",
    "says": "Create and change webhook endpoints and their deliveries."
  }
};

export const TITLES: Readonly<Record<string, string>> = {
  "activity": "Activity of the company",
  "audit": "Audit feed",
  "catalog": "Catalogs",
  "keys": "API keys",
  "kyc": "Checks of customers (KYC)",
  "logs": "Log of requests",
  "sandbox": "The sandbox's clock and money",
  "security": "Security policy",
  "tenant": "The company"
};
