/** For tests of lists: a program whose invoices can be found by some of their fields. */
import { changed, INVOICE } from "../../programs/programs.ts";

const INDEXED = { indexed: true };
const CHANGES: readonly (readonly [pointer: string, value: unknown])[] = [
  ["/nouns/invoice/fields/dueDate/indexed", true],
  ["/nouns/invoice/fields/feeBps/indexed", true],
  ["/nouns/invoice/fields/order/indexed", true],
  ["/nouns/invoice/fields/total/indexed", true],
  ["/nouns/invoice/fields/note", { type: "text", ...INDEXED }],
  ["/nouns/invoice/fields/urgent", { type: "bool", ...INDEXED }],
  ["/nouns/invoice/fields/seenAt", { type: "time", ...INDEXED }],
];

export const LISTED_PROGRAM = CHANGES.reduce<unknown>(
  (program, [pointer, value]) => changed(program, pointer, value),
  INVOICE,
);
