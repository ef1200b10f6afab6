/** What the tests of the whole platform need to know of exports of statements (test/support/noun_cases.ts). */

import { type Client, expect } from "../../../test/support/client.ts";
import { MADE } from "../../../test/support/features/statement_export/exports.ts";
import { field, holdsText, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { PRODUCT_ID, START_MS } from "../../../test/world/callers.ts";
import { ask, operate, type Part } from "../../../test/world/story.ts";
import { monthOf } from "../calendar_month.ts";

/** Asks for an export of the Product, and waits until its file is made. */
async function newExport(client: Client, month: string): Promise<string> {
  const draft = { scope: "product", id: client.productId, month };
  const made = expect(await client.post("/statement-exports", draft), 201);
  const statementExportId = made.id("statementExportId");
  for (;;) {
    const shown = expect(await client.get(`/statement-exports/${statementExportId}`), 200);
    if (shown.id("status") !== "pending") return statementExportId;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** One that is made, and one that is not. */
function* told(): Part {
  // Months are of real time, which stands still in a story.
  const draft = { scope: "product", id: PRODUCT_ID, month: monthOf(START_MS) };
  for (const outcome of [{ made: MADE }, { failure: { code: "rows", reason: "a row is gone" } }]) {
    const { statementExportId } = yield* ask("statement_export.create", draft);
    yield* operate("statement_export.settle", { statementExportId, ...outcome });
  }
}

export const cases: NounCases = {
  lists: {
    "statement_export.list": {
      base: ofProduct,
      filters: {
        status: field("status", "pending", "failed"),
        month: field("month", "2020-02"),
        search: (_, items) => [
          ...["20", "nothing has this text"].map((value) => ({
            value,
            matches: ({ month }: Record<string, unknown>) => holdsText(month, value),
          })),
          ...["statementExportId", "id"].map((name) => ({
            value: String(items[0]?.[name]),
            matches: (item: Record<string, unknown>) => item[name] === items[0]?.[name],
          })),
        ],
      },
    },
  },
  made: async ({ client }) => ({
    statementExportId: await newExport(client, monthOf(Date.now())),
  }),
  async listed({ client, pass, nowMs }) {
    for (let count = 0; count < 3; count++) {
      await newExport(client, monthOf(nowMs()));
      if (count > 0) pass(1);
    }
  },
  toldInSandbox: told,
  toldInLive: told,
};
