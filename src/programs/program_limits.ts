/** How large a program may be. A program over a limit gets a finding of check P01, P17 or P19. */

/** The most bytes of a source's canonical text in UTF-8: a request of 1 MiB has room for it. */
export const SOURCE_BYTES_MAX = 1_000_000;
/** The most objects and lists of a source that stand within each other, the source itself among them. */
export const SOURCE_DEPTH_MAX = 32;
export const NOUNS_MAX = 32;
export const STATES_MAX = 64;
export const ACTIONS_MAX = 64;
export const FIELDS_MAX = 40;
/** Product accounts, ports, limits, and the labels of one category of books. */
export const NAMED_MAX = 64;
/** Accounts of the Product, a name counted once for each of its currencies: they are opened in one step. */
export const ACCOUNTS_MAX = 1_000;
/** Of each of these, in one noun: lets, partitions, remainders, aggregates, own accounts, decisions, schedules. */
export const PARTS_MAX = 16;
/** Characters of one expression; its nodes; how deep its brackets, calls and signs are nested. */
export const EXPRESSION_LENGTH_MAX = 500;
export const EXPRESSION_NODES_MAX = 100;
export const EXPRESSION_DEPTH_MAX = 16;
/** Moves of an action; parts of a split list; requirements of an action. */
export const MOVES_MAX = 16;
export const SPLITS_MAX = 16;
export const REQUIREMENTS_MAX = 16;
/** Items of a list field. */
export const LIST_ITEMS_MAX = 1_000;
/** Characters of a text field. */
export const TEXT_LENGTH_MAX = 2_000;
/** Rows of one schedule of one object; attempts after the first of one row. */
export const SCHEDULE_ROWS_MAX = 1_000;
export const RETRIES_MAX = 8;
/** Ledger transfers of an action, and of an action that the clock calls: one ledger batch. */
export const ACTION_TRANSFERS_MAX = 64;
export const CLOCK_TRANSFERS_MAX = 16;
/** Findings of one plan: a hostile program must not make a large answer. */
export const FINDINGS_MAX = 100;
/** The largest amount, minor units (specification, amounts of 18 digits). */
export const AMOUNT_MAX = 999_999_999_999_999_999n;
/** 100 %, basis points. */
export const BPS_MAX = 10_000;
