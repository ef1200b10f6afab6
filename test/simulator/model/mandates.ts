/** The rules of mandates: leave to debit an account of a customer at another bank (src/features/consent/README.md). */
import type { Beneficiary } from "./bank_part.ts";
import { shownIdOf } from "./beneficiary_shown.ts";
import type { Input, Realm } from "./model.ts";
import type { ConsentShown } from "./program_part.ts";

/** Whether a mandate has or had the reference: case and spaces make no difference. One that was rejected was none. */
export function isReferenceTaken({ program }: Realm, reference: string | undefined): boolean {
  if (reference === undefined || program === undefined) return false;
  const plain = (text: string) => text.replaceAll(" ", "").toUpperCase();
  const all = [...program.consents.values()].map((versions) => versions.at(-1)?.value);
  return all.some(
    (each) =>
      each?.mandate !== undefined &&
      each.status !== "rejected" &&
      plain(each.mandate.reference) === plain(reference),
  );
}

/** An active account of the customer over SEPA, by a consent to collections whose evidence a provider keeps. */
export function mayBeDebited(debtor: Beneficiary, input: Input): boolean {
  const { type, accountId, evidence, customerId, limits = {} } = input;
  const { currency = "EUR" } = limits;
  const isOfMandates = type === "collection" && evidence?.method === "provider_mandate";
  const isOwn = debtor.ownerId === customerId && debtor.rail === "sepa";
  const isUsable = debtor.status === "active" && currency === "EUR";
  return isOfMandates && accountId === undefined && isOwn && isUsable;
}

/** Without a reference of its own it has the characters of the consent's id. */
export function mandateOf(
  debtor: Beneficiary,
  { mandate }: Input,
  consentId: string,
): NonNullable<ConsentShown["mandate"]> {
  const reference = mandate?.reference ?? consentId.slice("cons_".length);
  return { beneficiaryId: shownIdOf(debtor), reference, rail: debtor.rail };
}
