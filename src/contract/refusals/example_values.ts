/** Ids and times in the examples of refusals; the same on every server. */
import { exampleIdSuffix, placeOf } from "../../base/id.ts";

export const TIME = "2026-01-31T09:30:00.000Z";
export const EARLIER = "2026-01-30T17:00:00.000Z";
/** Where a resource was looked for, in words. */
export const HERE = "in this Product and environment";

/** An id with `prefix`, of a record that was made at `TIME`. */
export function idOf(prefix: string, place = 0): string {
  return `${prefix}_${exampleIdSuffix(Date.parse(TIME), placeOf(1, place))}`;
}

export const ACCESS = idOf("cacc");
export const ACCOUNT = idOf("acct");
export const ADDRESS = idOf("fa");
export const COLLECTION = idOf("coll");
export const CONSENT = idOf("cons");
export const CUSTOMER = idOf("cust");
export const DECISION = idOf("dec");
export const ENTITY = idOf("ent");
export const HOLD = idOf("th");
export const OBJECT = idOf("obj");
export const OPERATION = idOf("op");
/** Another object than `OBJECT`. */
export const ORDER = idOf("obj", 1);
export const PRODUCT = idOf("prod");
export const SESSION = idOf("ses");
export const TRANSFER = idOf("tr");
