/** For tests of the operator's commands: what a flag is given whose value is no thing of a company. */

/** By the name of the flag. */
export const FLAG_VALUES: Readonly<Record<string, () => string>> = {
  name: () => "of-the-operator",
  "display-name": () => "Grace Hopper",
  reason: () => "because",
  description: () => "from the bank",
  status: () => "disabled",
  live: () => "true",
  activation: () => "requested",
  environment: () => "live",
  origin: () => "browser",
  mcp: () => "false",
  scopes: () => "products:read",
  expires: () => new Date(Date.now() + 3_600_000).toISOString(),
  "kyc-tier": () => "tier_2",
  outcome: () => "refuse",
  amount: () => "500",
  currency: () => "EUR",
  period: () => "P1D",
  "max-count": () => "3",
  "max-amount": () => "1000",
  "max-each": () => "500",
  provider: () => "no-bank",
  reference: () => "CR-1",
  address: () => "fa_none",
  "bank-reference": () => "BR-1",
  kind: () => "verification",
  "new-secret": () => "true",
  after: () => new Date().toISOString(),
  iban: () => "DE02120300000000202051",
  holder: () => "Acme Zahlungen GmbH",
  day: () => "2026-01-05",
  effect: () => "preq_none",
  payout: () => "po_none",
  collection: () => "coll_none",
  meter: () => "payouts",
  rate: () => "25",
  format: () => "csv",
  month: () => new Date().toISOString().slice(0, "YYYY-MM".length),
};

/**
 * Flags that the test has no use for: the checks of a bank, other numbers of an account than its IBAN; the attempt of a collection, which has one.
 */
export const LEFT_OUT =
  "payee-checks speaks bic routing-number sort-code account-number creditor-id alias request".split(
    " ",
  );
