/** A Product's accounts by role. The operations, `product.books.*`, are in the folder `product`. */
import type { Feature } from "../../contract/declare/feature.ts";
import { booksWords } from "./books_words.ts";

export const booksFeature = {
  tag: {
    name: "Books",
    description: "A Product's accounts by role: where it stands and what it earned.",
  },
  words: booksWords,
  operations: [],
} satisfies Feature;
