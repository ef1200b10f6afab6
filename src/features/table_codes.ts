/**
 * First byte of every table's keys in the `state` environment. A code is never given another
 * meaning; codes below 8 belong to the actor room.
 */
export const TABLE = {
  account: 8,
  accountOrdinal: 9,
  accountEntryIndex: 10,
  accountFreeze: 11,
  customer: 12,
  transferHold: 13,
  accountTransferHold: 14,
  transferReversal: 15,
  externalId: 16,
  sandboxClock: 17,
  accountBalance: 18,
  customerAccount: 40,
  book: 50,
} as const;
