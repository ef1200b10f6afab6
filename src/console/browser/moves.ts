/** The money that a request of an agent would move, as its arguments name it: the amounts, both sides, and what they come to. */

/** `amount` in minor units; absent where all that is available is paid. `payee`: the id of a beneficiary. */
export type Moved = {
  amount?: string;
  currency: string;
  source?: string;
  destination?: string;
  payee?: string;
};

export type Totals = {
  count: number;
  /** The sum of the amounts of each currency, in the order in which the currencies come; minor units. */
  sums: readonly { currency: string; amount: bigint }[];
  /** Moves that name no amount, because all that is available is paid. */
  whole: number;
};

/** The moves that the arguments name: their own, or those of the items of a batch. */
export function movesIn(given: Readonly<Record<string, unknown>>): Moved[] {
  const own = moveIn(given);
  if (own !== undefined) return [own];
  const { items } = given;
  return Array.isArray(items) ? items.flatMap((item) => moveIn(item) ?? []) : [];
}

function moveIn(given: unknown): Moved | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const fields = given as Readonly<Record<string, unknown>>;
  const { amount, wholeBalance, currency, sourceAccountId, destinationAccountId, beneficiaryId } =
    fields;
  const isWhole = wholeBalance === true && amount === undefined;
  if (typeof amount !== "string" && !isWhole) return undefined;
  return {
    ...(typeof amount === "string" && { amount }),
    currency: typeof currency === "string" ? currency : "",
    ...(typeof sourceAccountId === "string" && { source: sourceAccountId }),
    ...(typeof destinationAccountId === "string" && { destination: destinationAccountId }),
    ...(typeof beneficiaryId === "string" && { payee: beneficiaryId }),
  };
}

/** What moves come to. An amount that is no number of digits is in no sum, and is counted. */
export function totalsOf(moves: readonly Moved[]): Totals {
  const sums = new Map<string, bigint>();
  for (const { amount = "", currency } of moves) {
    if (/^\d+$/.test(amount)) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  }
  return {
    count: moves.length,
    sums: [...sums].map(([currency, amount]) => ({ currency, amount })),
    whole: moves.filter(({ amount }) => amount === undefined).length,
  };
}
