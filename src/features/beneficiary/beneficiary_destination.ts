/** Where a beneficiary is paid: the fields of each rail, how their numbers are checked, kept and shown. */
import type { Issue } from "../../contract/refusals/refusal.ts";
import { countryOf } from "../../contract/values/countries.ts";
import {
  bicFault,
  countryOfIban,
  hiddenNumber,
  ibanFault,
  maskedIban,
  maskedNumber,
  normalNumber,
  routingNumberFault,
  sortCodeFault,
  ukAccountFault,
  usAccountFault,
} from "../../rails/account_numbers.ts";
import type { RailName } from "../../rails/rails.ts";
import { isSepaCountry } from "../../rails/sepa_countries.ts";
import type { AccountNumbers, Destination } from "./beneficiary_document.ts";
import type { DestinationDraft } from "./beneficiary_schema.ts";

type Field = keyof DestinationDraft;
type NumberName = keyof AccountNumbers;

const US_ACCOUNT = {
  required: ["routingNumber", "accountNumber"],
  optional: ["accountType"],
} as const;

/** The fields of the destination of each rail; no other may be sent. */
const FIELDS: Readonly<
  Record<RailName, { required: readonly Field[]; optional: readonly Field[] }>
> = {
  sepa: { required: ["iban"], optional: ["bic"] },
  ach: US_ACCOUNT,
  wire: US_ACCOUNT,
  fps: { required: ["sortCode", "accountNumber"], optional: [] },
  book: { required: ["accountId"], optional: [] },
};

const NUMBERS: readonly NumberName[] = [
  "iban",
  "bic",
  "routingNumber",
  "sortCode",
  "accountNumber",
];

/** The numbers that a caller has sent, in their normal form. */
export function numbersOf(destination: DestinationDraft): AccountNumbers {
  const given = NUMBERS.flatMap((name) => {
    const text = destination[name];
    return text === undefined ? [] : [[name, normalNumber(text)]];
  });
  return Object.fromEntries(given) as AccountNumbers;
}

/** The secret part of a request, as it was sent: what a repeated request must have again. */
export function sentNumbersOf(destination: DestinationDraft): AccountNumbers {
  const { accountType: _type, accountId: _id, ...numbers } = destination;
  return numbers;
}

/** What is wrong with the destination. No issue repeats a number. */
export function issuesOfDestination(rail: RailName, destination: DestinationDraft): Issue[] {
  const { required, optional } = FIELDS[rail];
  const missing = required
    .filter((name) => destination[name] === undefined)
    .map((name) => issue("required", name, `is required by the rail ${rail}`));
  const more = (Object.keys(destination) as Field[])
    .filter((name) => !required.includes(name) && !optional.includes(name))
    .map((name) => issue("unknown_field", name, `is no field of the rail ${rail}`));
  const found = [...missing, ...more];
  return found.length > 0 ? found : issuesOfNumbers(rail, numbersOf(destination));
}

function issuesOfNumbers(rail: RailName, numbers: AccountNumbers): Issue[] {
  const { iban = "", bic, routingNumber = "", sortCode = "", accountNumber = "" } = numbers;
  switch (rail) {
    case "sepa":
      return issuesOfIban(iban, bic);
    case "ach":
    case "wire":
      return [
        ...formIssue("routingNumber", routingNumberFault(routingNumber)),
        ...formIssue("accountNumber", usAccountFault(accountNumber)),
      ];
    case "fps":
      return [
        ...formIssue("sortCode", sortCodeFault(sortCode)),
        ...formIssue("accountNumber", ukAccountFault(accountNumber)),
      ];
    case "book":
      return [];
  }
}

/** An IBAN of a country that the platform does not serve is no issue: the operation has a code for it. */
function issuesOfIban(iban: string, bic: string | undefined): Issue[] {
  const fault = ibanFault(iban);
  if (fault !== undefined) return formIssue("iban", fault);
  const country = countryOfIban(iban);
  if (!isSepaCountry(country) && countryOf(country)?.kycSupported === true) {
    return [issue("enum", "iban", `is of ${country}, which is no country of SEPA`)];
  }
  return bic === undefined ? [] : formIssue("bic", bicFault(bic, iban));
}

function formIssue(name: NumberName, fault: string | undefined): Issue[] {
  return fault === undefined ? [] : [issue("format", name, fault)];
}

function issue(code: string, name: Field, says: string): Issue {
  return { code, message: `destination.${name} ${says}`, path: ["destination", name] };
}

/** The destination as answers show it: the numbers as masks. */
export function maskedDestination(destination: DestinationDraft): Destination {
  const { accountType, accountId } = destination;
  const masks = Object.entries(numbersOf(destination)).map(([name, number]) => [
    name,
    MASKS[name as NumberName](number),
  ]);
  return {
    ...(Object.fromEntries(masks) as AccountNumbers),
    ...(accountType !== undefined && { accountType }),
    ...(accountId !== undefined && { accountId }),
  };
}

const MASKS: Readonly<Record<NumberName, (number: string) => string>> = {
  iban: maskedIban,
  bic: hiddenNumber,
  routingNumber: hiddenNumber,
  sortCode: hiddenNumber,
  accountNumber: maskedNumber,
};
