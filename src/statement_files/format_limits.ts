/**
 * What a format cannot say: amounts of more digits than its fields have. It is known from the head alone, before anything is written, so that no file ends in
 * its middle: no entry is more than the totals, and no balance is outside of what they lead to.
 */
import { signedDecimal } from "./file_values.ts";
import type { StatementHead } from "./statement.ts";

/** The formats that have such a limit, what of the written amount it counts, and where it stands. */
const LIMITS = {
  camt053: {
    counted: (decimal: string) => decimal.replaceAll(/[-.]/g, "").replace(/^0+(?=.)/, "").length,
    max: 18,
    says: "camt.053 has amounts of at most 18 digits",
  },
  mt940: {
    counted: (decimal: string) => {
      const digits = decimal.replace("-", "");
      return digits.includes(".") ? digits.length : digits.length + 1;
    },
    max: 15,
    says: "MT940 has amounts of at most 15 characters, with their comma",
  },
  ofx: {
    counted: (decimal: string) => decimal.length,
    max: 32,
    says: "OFX has amounts of at most 32 characters",
  },
} as const;

/** Why a statement cannot be written in a format; undefined where it can. */
export function faultOfStatement(format: string, head: StatementHead): string | undefined {
  if (!isLimited(format)) return undefined;
  const { counted, max, says } = LIMITS[format];
  const { currency, openingMinor, closingMinor, totalDebitsMinor, totalCreditsMinor } = head;
  const amounts = [
    ...[openingMinor, closingMinor, totalDebitsMinor + totalCreditsMinor],
    ...[openingMinor - totalDebitsMinor, openingMinor + totalCreditsMinor],
  ];
  const tooLong = amounts.some((minor) => counted(signedDecimal(minor, currency)) > max);
  return tooLong ? `${says}, and the ${currency} of ${head.month} need more` : undefined;
}

function isLimited(format: string): format is keyof typeof LIMITS {
  return Object.hasOwn(LIMITS, format);
}
