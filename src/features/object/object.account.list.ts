/** object.account.list: the accounts that an object has. */
import { suffixOf, timeMsOfSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { accounts } from "../account/account_resource.ts";
import { Account } from "../account/account_schema.ts";
import { timeRangeOf } from "../record_walk.ts";
import type { ObjectDocument } from "./object_document.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath } from "./object_schema.ts";

export const objectAccountList = declareRead({
  id: "object.account.list",
  summary: "List the accounts of an object",
  description:
    "The accounts that its program gives to it, each with its name in the program. Only actions of the object move their money.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/accounts" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:read",
  acts: { on: "product", by: "productId" },
  path: ObjectPath,
  query: listQuery({}),
  output: listOf(Account, "AccountList"),
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { realm, principal } = context;
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    const { fromMs, belowMs } = timeRangeOf(input);
    const suffixes = suffixesOf(seen.document).filter((suffix) => {
      const atMs = timeMsOfSuffix(suffix);
      return fromMs <= atMs && atMs < belowMs;
    });
    const walk = function* (after: string | undefined): Generator<WalkRow> {
      for (const suffix of suffixes) {
        if (after !== undefined && suffix >= after) continue;
        const account = accounts.find(snapshot, realm, `acct_${suffix}`);
        invariant(account !== undefined, "an account of an object is there");
        yield { position: suffix, item: accounts.show(account.document, principal, suffix) };
      }
    };
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

/** Newest first; the accounts of one object are of one record, and the last one of it is the newest. */
function suffixesOf({ ownAccounts = {} }: ObjectDocument): string[] {
  const suffixes = Object.values(ownAccounts).flatMap((id) => suffixOf("acct", id) ?? []);
  return suffixes.toSorted().reverse();
}
