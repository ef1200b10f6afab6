/** The aspect `preparesWith` of a write: what its `prepare` is given beside the tools of every preparation. */
import type { FetchRules } from "../fetched_document.ts";

/** Absent: a preparation reads nothing, and nothing is fetched for it. */
export type PreparesWith<I> = {
  /** True: `prepare` may read (`tools.snapshot`), once the view shows all that was acknowledged before. */
  snapshot?: true;
  /** The address of a document that `prepare` gets as `tools.fetched`; undefined: it needs none. */
  documentAt?(input: I, rules: FetchRules): string | undefined;
};
