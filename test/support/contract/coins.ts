/** A few declared operations about coins, for the tests of the contract document. */
import { Type } from "@sinclair/typebox";
import { found } from "../../../src/contract/declare/found.ts";
import {
  accept,
  declareRead,
  declareWrite,
  type Operation,
} from "../../../src/contract/declare/operation.ts";
import {
  type About,
  documentText,
  openApiDocument,
} from "../../../src/contract/document/openapi.ts";
import {
  Amount,
  Currency,
  Description,
  EnvironmentName,
  Id,
  listOf,
  listQuery,
  Metadata,
  Timestamp,
} from "../../../src/contract/values/formats.ts";

export const Coin = Type.Object(
  {
    coinId: Id("coin"),
    environment: EnvironmentName,
    amount: Amount,
    currency: Currency,
    metadata: Metadata,
    description: Type.Optional(Description),
    side: Type.Union([Type.Literal("heads"), Type.Literal("tails")]),
    createdAt: Timestamp,
  },
  { title: "Coin", additionalProperties: false },
);
export const CoinDraft = Type.Object(
  { amount: Amount, currency: Currency, metadata: Type.Optional(Metadata) },
  { title: "CoinDraft", additionalProperties: false },
);

export const coinCreate = declareWrite<Map<string, unknown>>()({
  id: "coin.create",
  summary: "Mint a coin",
  description: "The coin lands at once.",
  tag: "Coins",
  http: { method: "POST", path: "/coins", status: 201 },
  principals: ["product_key"],
  scope: "coins:write",
  body: CoinDraft,
  output: Coin,
  refusals: ["currency_mismatch", "insufficient_balance", "customer_access_compliance_forbidden"],
  events: ["coin.created"],
  decide: () => accept([]),
});
export const coinFlip = declareWrite<Map<string, unknown>>()({
  id: "coin.flip",
  summary: "Flip a coin",
  tag: "Coins",
  http: { method: "POST", path: "/coins/{coinId}/flip" },
  principals: ["product_key"],
  scope: "coins:write",
  environment: "sandbox",
  path: Type.Object({ coinId: Id("coin") }),
  body: Type.Object({ reason: Type.Optional(Description) }, { additionalProperties: false }),
  output: Coin,
  refusals: ["resource_not_found"],
  events: [],
  decide: () => accept([]),
});
export const coinList = declareRead({
  id: "coin.list",
  summary: "List coins",
  tag: "Coins",
  http: { method: "GET", path: "/coins" },
  principals: ["product_key"],
  scope: "coins:read",
  query: listQuery({ productId: Id("prod") }),
  output: listOf(Coin, "CoinList"),
  refusals: [],
  read: () => found({ items: [] }),
});
export const sideList = declareRead({
  id: "catalog.side.list",
  summary: "List the sides of a coin",
  tag: "Catalog",
  http: { method: "GET", path: "/catalog/sides" },
  principals: ["public", "product_key"],
  scope: undefined,
  output: listOf(Type.String(), "SideList"),
  refusals: [],
  read: () => found({ items: [] }),
});
const coinSecret: Operation<never> = { ...coinList, id: "coin.secret", inContract: false };

export const OPERATIONS: readonly Operation<never>[] = [
  coinList,
  coinCreate,
  coinFlip,
  sideList,
  coinSecret,
];

export const ABOUT: About = {
  title: "Coins",
  summary: "Coins and their sides.",
  description: "A coin has two sides.",
  tags: [
    { name: "Coins", description: "Small round things." },
    { name: "Paper", description: "No operation names it." },
    { name: "Catalog", description: "What there is." },
  ],
};

/** The document as a client reads it: parsed from its text. */
export function documentOf(operations = OPERATIONS) {
  return JSON.parse(documentText(openApiDocument(operations, ABOUT, { serverUrl: "/v1" })));
}

type Document = ReturnType<typeof documentOf>;

/** What a reference of the document leads to; anything else unchanged. */
export function resolved(document: Document, part: { $ref?: string }) {
  if (part.$ref === undefined) return part;
  const names = part.$ref.split("/").slice(1);
  return names.reduce((at: Document, name: string) => at[name], document);
}
