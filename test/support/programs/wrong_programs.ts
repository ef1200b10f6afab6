/**
 * Wrong programs: each row is one change of a right program, and the check that refuses it. What people and agents
 * get to read is in `wrong_programs.golden.json`, for review.
 */
import { ACTION_ROWS } from "./wrong_programs/action_rows.ts";
import { CHANGE_ROWS } from "./wrong_programs/change_rows.ts";
import { DEBIT_ROWS } from "./wrong_programs/debit_rows.ts";
import { EXPRESSION_ROWS } from "./wrong_programs/expression_rows.ts";
import { FIELD_ROWS } from "./wrong_programs/field_rows.ts";
import { FORM_ROWS } from "./wrong_programs/form_rows.ts";
import { MONEY_ROWS } from "./wrong_programs/money_rows.ts";
import { NOUN_ROWS } from "./wrong_programs/noun_rows.ts";
import { PAYOUT_ROWS } from "./wrong_programs/payout_rows.ts";
import { SCHEDULE_ROWS } from "./wrong_programs/schedule_rows.ts";
import type { WrongProgram } from "./wrong_programs/wrong_program.ts";

export const WRONG_PROGRAMS: readonly WrongProgram[] = [
  ...FORM_ROWS,
  ...FIELD_ROWS,
  ...EXPRESSION_ROWS,
  ...NOUN_ROWS,
  ...ACTION_ROWS,
  ...MONEY_ROWS,
  ...SCHEDULE_ROWS,
  ...PAYOUT_ROWS,
  ...DEBIT_ROWS,
  ...CHANGE_ROWS,
];
