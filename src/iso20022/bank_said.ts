/** What a bank's file says, as far as it is about orders and money of ours: one telling for each transaction, in the order of the file. */

/** What a file says of itself. */
export type FileHead = {
  type: "pain.002" | "camt.029" | "camt.053" | "camt.054";
  /** The bank's own name of the file. */
  messageId: string;
  createdAtMs: number;
};

/** What the bank has done with an order, or with all orders of one of our messages (`whole`). */
export type SaidStatus = {
  what: "status";
  line: number;
  /** The reference of an order, or of a message where it is `whole`. */
  reference: string;
  whole: boolean;
  /**
   * `rejected`: there will be no money. `settled`: the account that pays was debited. `credited`: the account that is paid was credited. `cancelled`: given
   * up. `pending`: taken, and nothing else yet.
   */
  status: "rejected" | "settled" | "credited" | "cancelled" | "pending";
  /** As the bank wrote it: `RJCT`. */
  code: string;
  /** A code of the rail: `AC04`. */
  reason?: string;
};

/** What the bank answers to the request to give up an order, or those of a message (`whole`). */
export type SaidResolution = {
  what: "resolution";
  line: number;
  /**
   * The reference of an order. Where it is `whole` that of a message: of orders, or of requests to give some up.
   */
  reference: string;
  whole: boolean;
  /** `cancelled`: it is given up. `rejected`: it is not, and takes its course. `pending`: the bank looks into it. */
  answer: "cancelled" | "rejected" | "pending";
  /** As the bank wrote it: `RJCR`. */
  code: string;
  /** Why, as a code: `CUST`. */
  reason?: string;
};

/** An account that a file names. */
export type SaidAccount = { iban?: string; accountNumber?: string };

/** Money that has come to the account of the file, or has left it. */
export type SaidMovement = {
  what: "movement";
  line: number;
  direction: "credit" | "debit";
  /** Whether the bank says that something earlier comes back by it. */
  isReturn: boolean;
  /** Whether it is on the books of the bank; what is not may come to nothing. */
  isBooked: boolean;
  /** What has moved: minor units, digits. */
  amount: string;
  currency: string;
  /** What was ordered, in the same currency, where that is another amount: the bank has kept charges of it, or added them. */
  orderedAmount?: string;
  /** Why it can be booked nowhere, in words. */
  fault?: string;
  /** The bank's own name of it (`AcctSvcrRef`); absent where it gives none. */
  bankReference?: string;
  /** The references by which it may be of an order or a message of ours, as they stand in the file. */
  references: readonly string[];
  reason?: string;
  /** The account that the money was sent to, where it is another than that of the file. */
  creditedAccount?: SaidAccount;
  payer?: { name?: string; accountNumber?: string };
  remittance?: string;
  occurredAtMs: number;
};

/** What the bank says that an account had when the statement ended (`CLBD`): what is booked. */
export type SaidBalance = {
  line: number;
  /** Minor units, with a sign where the account is overdrawn. */
  amount: string;
  currency: string;
  atMs: number;
};

/** A statement, or a notification, of one account. */
export type SaidStatement = {
  line: number;
  account: SaidAccount;
  movements: readonly SaidMovement[];
  /** Absent of a notification, and where the bank leaves it out. */
  closing?: SaidBalance;
};

export type BankFile =
  | { head: FileHead; statuses: readonly SaidStatus[] }
  | { head: FileHead; resolutions: readonly SaidResolution[] }
  | { head: FileHead; statements: readonly SaidStatement[] };
