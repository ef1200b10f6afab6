/** The Product that a key belongs to, and its books. */
import type { Feature } from "../../contract/feature.ts";
import { productBooksEntryList } from "./product.books.entry.list.ts";
import { productBooksMonthRetrieve } from "./product.books.month.retrieve.ts";
import { productBooksRetrieve } from "./product.books.retrieve.ts";
import { productRetrieve } from "./product.retrieve.ts";
import { productExamples } from "./product_examples.ts";

export const productFeature = {
  tag: { name: "Products", description: "The programs that money moves in." },
  operations: [
    productRetrieve,
    productBooksRetrieve,
    productBooksMonthRetrieve,
    productBooksEntryList,
  ],
  examples: productExamples,
} satisfies Feature;
