/** catalog.scope.list: what a credential can be allowed, and the operations that each scope opens. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import type { PrincipalKind } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { announcedOperations } from "../announced.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const ScopeEntry = Type.Object(
  {
    scope: Type.String({ description: "`accounts:read`; reading and writing are apart." }),
    operations: Type.Array(Type.String(), { description: "Ids of the operations it opens." }),
    grantableTo: Type.Array(Type.String(), {
      description: "Credential kinds that can have it.",
    }),
  },
  {
    title: "ScopeEntry",
    description: "Something that a credential can be allowed.",
    additionalProperties: false,
  },
);

export const catalogScopeList = declareRead({
  id: "catalog.scope.list",
  summary: "List scopes",
  description: "What a key can be allowed, and the operations that each scope opens.",
  http: { method: "GET", path: "/catalog/scopes" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(ScopeEntry, "ScopeEntryList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(input, context, scopes(), ({ scope }) => scope),
});

function scopes() {
  const entries = new Map<string, { operations: string[]; holders: Set<PrincipalKind> }>();
  for (const { id, scope, principals } of announcedOperations()) {
    if (scope === undefined) continue;
    const entry = entries.get(scope) ?? { operations: [], holders: new Set<PrincipalKind>() };
    entries.set(scope, entry);
    entry.operations.push(id);
    for (const principal of principals) {
      if (principal !== "public" && principal !== "system") entry.holders.add(principal);
    }
  }
  return [...entries].map(([scope, { operations, holders }]) => ({
    scope,
    operations: operations.sort(),
    grantableTo: [...holders].sort(),
  }));
}
