/** The schema of the answer to an agent that asks who it is. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { AgentName } from "../agent/agent_name.ts";
import { AgentGrant, CompanyWide } from "../agent/agent_schema.ts";
import { ProductName } from "../product/product_company.ts";
import { ProductStatus } from "../product/product_document.ts";

/** The most Products that the answer lists; `product.list` pages through all of them. */
export const PRODUCTS_SHOWN_MAX = 100;

const closed = { additionalProperties: false } as const;

const ReachedProduct = Type.Object(
  {
    productId: Id("prod"),
    name: ProductName,
    status: described(ProductStatus, "Whether the Product can be used."),
    liveActivated: Type.Boolean({ description: "Whether the Product is open in live." }),
    buildId: Type.Optional(described(Id("bld"), "The Build that the Product runs.")),
  },
  { title: "ReachedProduct", description: "A Product that the agent reaches.", ...closed },
);
export type ReachedProduct = Static<typeof ReachedProduct>;

export const CurrentAgent = Type.Object(
  {
    agentMemberId: Id("agt"),
    name: AgentName,
    companyId: described(Id("ten"), "The company that you act for."),
    companyWide: CompanyWide,
    grant: AgentGrant,
    products: Type.Array(ReachedProduct, {
      description: `The Products that you reach, newest first: at most ${PRODUCTS_SHOWN_MAX}.`,
    }),
    hasMoreProducts: Type.Boolean({
      description: "Whether you reach more; `product.list` shows all of them.",
    }),
  },
  {
    title: "CurrentAgent",
    description: "The agent that asks, with its grant and the Products that it reaches.",
    ...closed,
  },
);
export type CurrentAgent = Static<typeof CurrentAgent>;
