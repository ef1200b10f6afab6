/**
 * The accounts that a program names, before their ids are known: who owns each account, and its currency.
 */

export type Account =
  | {
      kind: "own";
      key: string;
      objectId: string;
      /** The kind and the subject of the object that owns it. */
      noun: string;
      subject: string | undefined;
      name: string;
      currency: string;
    }
  /** `name`: as the program calls it. */
  | { kind: "product"; key: string; name: string; role: string; currency: string }
  | { kind: "customer"; key: string; customerId: string; role: string; currency: string }
  /** An account that a field names by its id. `currency`: that of the object. */
  | { kind: "account"; key: string; accountId: string; currency: string }
  /** Whom a payout pays: an account outside of the Product, or one of it, as the beneficiary says. */
  | { kind: "beneficiary"; key: string; beneficiaryId: string; currency: string }
  /** An account at another bank, which a bank debits by the mandate of the consent. */
  | { kind: "mandate"; key: string; consentId: string; currency: string };

export type OwnAccount = Extract<Account, { kind: "own" }>;

/** `key` is one text for each account, and no two accounts have the same. */
export function ownAccount(owner: {
  objectId: string;
  kind: string;
  subject: string | undefined;
  currency: string;
  name: string;
}): OwnAccount {
  const { objectId, kind: noun, subject, currency, name } = owner;
  const key = `${objectId}.own.${name}.${currency}`;
  return { kind: "own", key, objectId, noun, subject, name, currency };
}

/** An account of the Product, which the program calls `name`. */
export function productAccount(name: string, role: string, currency: string): Account {
  return { kind: "product", key: `product.${name}.${currency}`, name, role, currency };
}

/** The account of a customer in a role, of which there is one in each currency. */
export function customerAccount(customerId: string, role: string, currency: string): Account {
  const key = `customer(${customerId}).${role}.${currency}`;
  return { kind: "customer", key, customerId, role, currency };
}

/** An account that a field names by its id. Its owner is not known here. */
export function namedAccount(accountId: string, currency: string): Account {
  return { kind: "account", key: `account(${accountId}).${currency}`, accountId, currency };
}

/** The account of the mandate of a consent. */
export function debitedMandate(consentId: string, currency: string): Account {
  return { kind: "mandate", key: `mandate(${consentId}).${currency}`, consentId, currency };
}

/** The beneficiary whom a field names. Who that is and how it is paid, the payout says. */
export function paidBeneficiary(beneficiaryId: string, currency: string): Account {
  const key = `beneficiary(${beneficiaryId}).${currency}`;
  return { kind: "beneficiary", key, beneficiaryId, currency };
}
