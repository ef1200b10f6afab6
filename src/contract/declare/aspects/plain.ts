/** The aspect `plain` of a write that is asked for all the time: the fields of its plain input, and who makes the answer. */
import type { Fact } from "../../records/record.ts";
import type { Actor } from "../../values/formats.ts";
import type { Principal } from "../principal.ts";

/** The fields of a plain input: texts, and at most one list of objects whose fields are texts. */
export type PlainFields = {
  readonly fields: readonly string[];
  readonly list?: { readonly name: string; readonly fields: readonly string[] };
};

/** How an edge makes the answer to a plain input. */
export type PlainAnswer<I> = {
  /**
   * What makes the answer of a fresh success; bytes may stand in memory that the next answer of the
   * thread uses again. It keeps what it needs of the input, which may be large.
   */
  answerTo?(input: I): (made: Made) => string | Uint8Array;
  /** Whether that is the answer of a success with these facts; of every success where it is absent. */
  isAnswerTo?(facts: readonly Fact[]): boolean;
};

/**
 * Absent: the input travels as JSON. With it a request whose input has no field but these is plain: it travels without
 * JSON, and nothing that lasts keeps its texts. With `answerTo`, its edge makes the answer of a fresh
 * success, which is byte for byte what `respond` gives.
 */
export type PlainRequests<I> = PlainFields & PlainAnswer<I>;

/** What a plain request has made, as its answer shows it. */
export type Made = {
  /** Of the record's ids. */
  suffix: string;
  timeMs: number;
  names: Pick<Principal, "productId" | "environment">;
  actor: Actor;
};
