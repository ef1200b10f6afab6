/** For tests: programs to build, and the prices of their plans. */
import { PRICE_LIST } from "../../../../src/features/product/price_list.ts";
import type { Source } from "../../../../src/programs/program_source.ts";
import { changedAll, INVOICE, MINIMAL } from "../../programs/programs.ts";

const { currency, fees, usageRates } = PRICE_LIST;
/** The prices of every plan. */
export const PRICES = { currency, fees, usageRates };

export const SOURCE: Source = MINIMAL;
export const OTHER_SOURCE: Source = INVOICE;
/** The program of `OTHER_SOURCE`, with its names in another order and its expressions spaced otherwise. */
export const SAME_OTHER_SOURCE = changedAll(reversed(INVOICE), {
  "/nouns/invoice/actions/issue/require/0/that": " fields.total>=amount( '100' )",
  "/nouns/invoice/schedules/autoSettle/at": "addDays(now( ),3 )",
}) as Source;
/** A program with two faults: a state that is not there, and a port that allows nothing that there is. */
export const WRONG_SOURCE = changedAll(MINIMAL, {
  "/nouns/ticket/actions/close/to": "shut",
  "/ports/operator/allow/1": "ticket.shut",
}) as Source;

/** The value with the names of every object in the other order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, reversed(each)]);
  return Object.fromEntries(members.reverse());
}
