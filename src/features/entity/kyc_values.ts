/**
 * The rules for values of submitted fields that no schema can say, because they depend on the kind of entity, on
 * the time or on other entities. No message repeats a value.
 */
import { REDACTED } from "../../contract/declare/redaction.ts";
import type { IssueCode } from "../../contract/refusals/issue_codes.ts";
import { type Issue, type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { countryOf, KYC_COUNTRIES } from "../../contract/values/countries.ts";
import { DAY_MS, dayMsOf } from "./calendar_day.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { EntityState } from "./entity_state.ts";
import { ALL_SHARES_BPS, type KycFields } from "./kyc_field_schemas.ts";
import { tierOfField } from "./kyc_fields.ts";

const FIRST_BIRTH_MS = Date.UTC(1900, 0, 1);

type Path = (string | number)[];

/** The issues of the fields of this entity; `clockMs`: the time of the Product's clock. */
export function issuesOfFields(
  state: EntityState,
  entity: EntityDocument,
  fields: KycFields,
  clockMs: number,
): Issue[] {
  return [
    ...strangeFields(entity, fields),
    ...wrongDays(fields, clockMs),
    ...wrongIssuer(fields),
    ...wrongOwners(state, entity, fields),
  ];
}

/** Issues for fields that no tier requires of an entity of this kind. */
function strangeFields({ kind }: EntityDocument, fields: KycFields): Issue[] {
  return Object.keys(fields)
    .filter((field) => tierOfField(kind, field) === undefined)
    .map((field) =>
      issue("unknown_field", ["fields", field], `is not asked of an entity of kind ${kind}`),
    );
}

function wrongDays(fields: KycFields, clockMs: number): Issue[] {
  const { dateOfBirth, incorporationDate, proofOfAddress, identityDocument } = fields;
  const isPast = (day: string) => (dayMsOf(day) as number) < clockMs;
  const issues: Issue[] = [];
  const range = (path: Path, says: string) =>
    issues.push(issue("range", ["fields", ...path], says));
  if (dateOfBirth !== undefined) {
    const isKnown = (dayMsOf(dateOfBirth) as number) >= FIRST_BIRTH_MS;
    if (!isKnown || !isPast(dateOfBirth))
      range(["dateOfBirth"], "must be in the past, 1900 or later");
  }
  if (incorporationDate !== undefined && !isPast(incorporationDate)) {
    range(["incorporationDate"], "must be in the past");
  }
  if (proofOfAddress !== undefined && !isPast(proofOfAddress.issuedOn)) {
    range(["proofOfAddress", "issuedOn"], "must not be in the future");
  }
  if (identityDocument !== undefined && endOfValidityMs(identityDocument) <= clockMs) {
    range(["identityDocument", "expiresOn"], "must be today or later");
  }
  return issues;
}

/** The first millisecond at which an identity document is not valid any more. */
export function endOfValidityMs({
  expiresOn,
}: Pick<NonNullable<KycFields["identityDocument"]>, "expiresOn">): number {
  return (dayMsOf(expiresOn) as number) + DAY_MS;
}

function wrongIssuer({ identityDocument }: KycFields): Issue[] {
  if (identityDocument === undefined) return [];
  if (countryOf(identityDocument.issuingCountry) !== undefined) return [];
  const path = ["fields", "identityDocument", "issuingCountry"];
  return [issue("enum", path, "must be a country of ISO 3166-1")];
}

function wrongOwners(
  { entities }: EntityState,
  { realm, entityId: own }: EntityDocument,
  { beneficialOwners = [] }: KycFields,
): Issue[] {
  const issues: Issue[] = [];
  const path = ["fields", "beneficialOwners"];
  const seen = new Set<string>();
  let shares = 0;
  beneficialOwners.forEach(({ entityId, ownershipBps }, at) => {
    const place = [...path, at, "entityId"];
    shares += ownershipBps;
    if (entityId === own) issues.push(issue("enum", place, "must be another entity"));
    else if (seen.has(entityId)) issues.push(issue("repeated", place, "names an owner twice"));
    else if (entities.byId(realm, entityId) === undefined) {
      issues.push(issue("enum", place, "names no entity of this Product"));
    }
    seen.add(entityId);
  });
  if (shares > ALL_SHARES_BPS) {
    issues.push(issue("range", path, `has shares of more than ${ALL_SHARES_BPS} together`));
  }
  return issues;
}

function issue(code: IssueCode, path: Path, says: string): Issue {
  return { code, message: `${shown(path)} ${says}`, path };
}

function shown(path: Path): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${part}`))
    .join("");
}

/**
 * `kyc_country_unsupported` where somebody lives in, or is of, a country that the platform does not serve.
 * The refusal is kept, so it names the field and not the country.
 */
export function refuseCountries({
  address,
  registeredAddress,
  nationality,
}: KycFields): Refusal<"kyc_country_unsupported"> | undefined {
  const given: [Path, string | undefined][] = [
    [["fields", "address", "country"], address?.country],
    [["fields", "registeredAddress", "country"], registeredAddress?.country],
    [["fields", "nationality"], nationality],
  ];
  const found = given.find(
    ([, country]) => country !== undefined && countryOf(country)?.kycSupported !== true,
  );
  if (found === undefined) return undefined;
  const [path] = found;
  const message = `${shown(path)} is a country that is not served`;
  return refuse("kyc_country_unsupported", message, {
    country: REDACTED,
    supported: KYC_COUNTRIES,
    issues: [{ code: "country_unsupported", message, path }],
  });
}
