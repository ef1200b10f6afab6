/** What a bank is asked of a payee, as it is recorded: nothing personal. */
import type { RailName } from "../../rails/rails.ts";

export type PayeeCheckRequest = {
  action: "check";
  /** The id that was made for the beneficiary. */
  beneficiaryId: string;
  rail: RailName;
  /** In sandbox: what the name asks of the simulator. */
  simulate?: SimulatedCheck;
};

/** What a name can ask of the simulator; absent: that it matches. */
export type SimulatedCheck =
  | "close_match"
  | "no_match"
  | "unavailable"
  | "refuse"
  | "no_answer"
  | "wait";
