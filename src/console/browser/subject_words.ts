/**
 * The things that a request of an agent names by an id and that a person must know to decide: the payout that it would cancel, the
 * collection that it would try again. Which fields of the arguments name what, and what is said of each. All of it is text from outside.
 */
import type { components } from "./contract.golden.ts";
import { moneyWords } from "./money.ts";
import { payeeWarning } from "./payee_words.ts";
import { counted, spaced } from "./words.ts";

type Schemas = components["schemas"];

/** What is read of a thing of each kind. */
export type SubjectResources = {
  beneficiary: Schemas["Beneficiary"];
  collection: Schemas["Collection"];
  consent: Schemas["Consent"];
  customer: Schemas["Customer"];
  customer_access: Schemas["CustomerAccess"];
  decision: Schemas["Decision"];
  entity: Schemas["Entity"];
  financial_address: Schemas["FinancialAddress"];
  object: Schemas["Object"];
  payout: Schemas["Payout"];
  received_credit: Schemas["ReceivedCredit"];
  transfer: Schemas["Transfer"];
  transfer_hold: Schemas["TransferHold"];
};
export type SubjectKind = keyof SubjectResources;
export type Subject = { kind: SubjectKind; id: string };

/** One thing that is said. A value that names another thing is said by that one's name. */
export type SubjectFact = { name: string } & (
  | { text: string }
  | { accountId: string }
  | { beneficiaryId: string }
  | { customerId: string }
);

/** By the field that names it, the kind of a thing. */
export const SUBJECT_FIELDS: Readonly<Record<string, SubjectKind>> = {
  beneficiaryId: "beneficiary",
  collectionId: "collection",
  consentId: "consent",
  customerAccessId: "customer_access",
  customerId: "customer",
  decisionId: "decision",
  entityId: "entity",
  financialAddressId: "financial_address",
  objectId: "object",
  onBehalfOf: "customer",
  ownerId: "customer",
  payoutId: "payout",
  receivedCreditId: "received_credit",
  transferHoldId: "transfer_hold",
  transferId: "transfer",
};

/** Fields that say of what kind the thing is, `{type, id}`. */
const TYPED_FIELDS = ["owner", "resource"];

/** Things that are shown of one request, at most; a batch names its things in its items, which are not gone through. */
const SUBJECTS_MAX = 5;

/** Fields that name what the request would make, or what other parts of the page show. */
const SHOWN_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "beneficiary.create": ["beneficiaryId"],
  "payout.create": ["beneficiaryId"],
  "received_credit.assign": ["receivedCreditId"],
  "received_credit.return": ["receivedCreditId"],
};

/** What the arguments of a call of the operation name, each once, in their order. */
export function subjectsIn(operation: string, given: Readonly<Record<string, unknown>>): Subject[] {
  const found = new Map<string, Subject>();
  const visit = (fields: Readonly<Record<string, unknown>>): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        visit(value as Readonly<Record<string, unknown>>);
      }
      const { kind, id } = TYPED_FIELDS.includes(field)
        ? typed(value)
        : { kind: SUBJECT_FIELDS[field], id: value };
      if (kind === undefined || typeof id !== "string") continue;
      if (!SHOWN_ELSEWHERE[operation]?.includes(field)) found.set(id, { kind, id });
    }
  };
  visit(given);
  return [...found.values()].slice(0, SUBJECTS_MAX);
}

function typed(value: unknown): { kind: SubjectKind | undefined; id: unknown } {
  const { type, id } = (value ?? {}) as { type?: unknown; id?: unknown };
  return { kind: Object.values(SUBJECT_FIELDS).find((kind) => kind === type), id };
}

type Facts = { [K in SubjectKind]: (resource: SubjectResources[K]) => readonly Said[] };
/** A fact, or the name of one that the thing lacks. */
type Said = SubjectFact | { name: string; text: undefined };

/** What is said of a thing, the most important first. */
export function factsOf<K extends SubjectKind>(
  kind: K,
  resource: SubjectResources[K],
): SubjectFact[] {
  return FACTS[kind](resource).filter((fact): fact is SubjectFact => {
    return !("text" in fact) || fact.text !== undefined;
  });
}

const FACTS: Facts = {
  beneficiary: ({ name, rail, destination, status, verification, ownerId }) => [
    said("Name", name),
    said("Pays over", rail),
    said("Account", numbersOf(destination)),
    ...side("Account", destination.accountId),
    ...(ownerId === undefined ? [] : [{ name: "Customer", customerId: ownerId }]),
    said("Status", words(status)),
    said("Name check", warningOf(verification) ?? words(verification.status)),
  ],
  collection: (collection) => [
    said("Amount", money(collection)),
    { name: "From", customerId: collection.customerId },
    ...side("From account", collection.sourceAccountId),
    ...side("To", collection.destinationAccountId ?? collection.creditedAccountId),
    said("Reference", collection.description),
    said("Due", collection.dueAt),
    said("Attempts", attemptsOf(collection)),
    said("Status", words(collection.status)),
  ],
  consent: ({ customerId, type, mandate, limits, status, expiresAt }) => [
    { name: "Customer", customerId },
    said("To", words(type)),
    ...(mandate === undefined
      ? []
      : [
          { name: "Account", beneficiaryId: mandate.beneficiaryId },
          said("Reference", `${mandate.reference}, over ${mandate.rail}`),
        ]),
    said("At most", limitsOf(limits)),
    said("Until", expiresAt),
    said("Status", words(status)),
  ],
  customer: ({ entity, status }) => [
    said("Customer", entity.displayName),
    said("Country", entity.country),
    said("Status", words(status)),
  ],
  customer_access: ({ customerId, ports, status }) => [
    { name: "Customer", customerId },
    said("May use", ports.length === 0 ? "nothing" : ports.join(", ")),
    said("Status", words(status)),
  ],
  decision: ({ kind, gate, status, deadline }) => [
    said("About", `“${gate}” of an object of the kind ${kind}`),
    said("Until", deadline),
    said("Status", words(status)),
  ],
  entity: ({ displayName, kind, country, status, kyc }) => [
    said("Name", displayName),
    said("Kind", words(kind)),
    said("Country", country),
    said("Status", words(status)),
    said("Verified", `${words(kyc.status)}, ${words(kyc.tierAttained)}`),
  ],
  financial_address: ({ accountId, details, currency, country, status }) => [
    said("Address", numbersOf(details ?? {})),
    { name: "Pays in to", accountId },
    said("Currency", `${currency}, in ${country}`),
    said("Status", words(status)),
  ],
  object: ({ kind, state, subject }) => [
    said("Object", `of the kind ${kind}`),
    said("State", state),
    ...(subject === undefined ? [] : [{ name: "Customer", customerId: subject.id }]),
  ],
  payout: (payout) => [
    said("Amount", money(payout)),
    { name: "From", accountId: payout.sourceAccountId },
    { name: "To", beneficiaryId: payout.beneficiaryId },
    said("Reference", payout.description),
    said("Arrives", payout.expectedArrivalDate),
    said("Status", words(payout.status)),
  ],
  received_credit: (credit) => [
    said("Amount", money(credit)),
    said("Paid by", credit.payer?.name),
    said("Reference", credit.remittance),
    { name: "On", accountId: credit.accountId },
    said("Status", words(credit.status)),
  ],
  transfer: (transfer) => [...movesOf(transfer), said("Status", words(transfer.status))],
  transfer_hold: (hold) => [...movesOf(hold), said("Status", words(hold.status))],
};

function movesOf(
  moved: Pick<
    Schemas["TransferHold"],
    "amount" | "currency" | "sourceAccountId" | "destinationAccountId" | "description"
  >,
): Said[] {
  return [
    said("Amount", money(moved)),
    { name: "From", accountId: moved.sourceAccountId },
    { name: "To", accountId: moved.destinationAccountId },
    said("Reference", moved.description),
  ];
}

function said(name: string, text: string | undefined): Said {
  return { name, text: text === "" ? undefined : text };
}

function side(name: string, accountId: string | undefined): Said[] {
  return accountId === undefined ? [] : [{ name, accountId }];
}

function words(value: string): string {
  return spaced(value).toLowerCase();
}

/** With plain spaces, because whoever shows text from outside shows every other one as a code. */
function money({ amount, currency }: { amount: string; currency: string }): string {
  return moneyWords(amount, currency)?.replaceAll("\u00a0", " ") ?? `${amount} ${currency}`;
}

/** The numbers of an account as the thing shows them, whatever its rail: "iban DE** **** 3000". */
function numbersOf(numbers: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(numbers)
    .filter(([field]) => field !== "accountId")
    .map(([field, text]) => `${words(field)} ${text}`)
    .join(", ");
}

function warningOf(verification: Schemas["Beneficiary"]["verification"]): string | undefined {
  const warning = payeeWarning(verification);
  return warning && warning.before + (warning.accountName ?? "") + warning.after;
}

function attemptsOf({ attempts, failure }: Schemas["Collection"]): string {
  if (attempts.length === 0) return "none yet";
  const last = attempts.at(-1)?.outcome ?? "";
  const why = failure === undefined ? "" : ` (${failure.code})`;
  return `${counted(attempts.length, "attempt")}, the last ${words(last)}${why}`;
}

function limitsOf({
  maxAmount,
  maxTotal,
  currency,
  maxCount,
  period,
}: Schemas["Consent"]["limits"]): string {
  const of = (amount: string) => money({ amount, currency: currency ?? "" });
  const each = maxAmount && `${of(maxAmount)} at a time`;
  const all = maxTotal && `${of(maxTotal)} together`;
  const count = maxCount === undefined ? undefined : counted(maxCount, "time");
  const limits = [each, all, count].filter((one) => one !== undefined).join(", ");
  return period === undefined || limits === "" ? limits : `${limits}, in ${PERIODS[period]}`;
}

const PERIODS = { P1D: "a day", P1W: "a week", P1M: "a month" } as const;
