/** The schemas of agents and their grants in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { TOOL_FORMS } from "../../contract/declare/caller.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { CreatedAt, Id, Revision, Timestamp, UpdatedAt } from "../../contract/values/formats.ts";
import { GRANT_BLUEPRINTS_MAX, GRANT_BUILDS_MAX, GRANT_PRODUCTS_MAX } from "./agent_document.ts";
import { AgentName } from "./agent_name.ts";

const closed = { additionalProperties: false } as const;

export const CompanyWide = Type.Boolean({
  description:
    "Whether the agent reaches the sandboxes of all Products of the company, those of later ones too.",
});

export const GrantProducts = Type.Array(Id("prod"), {
  maxItems: GRANT_PRODUCTS_MAX,
  uniqueItems: true,
  description: "The Products that are granted by name. What the agent makes it reaches anyway.",
});

export const GrantBuilds = Type.Array(Id("bld"), {
  maxItems: GRANT_BUILDS_MAX,
  uniqueItems: true,
  description:
    "The Builds that are granted by name: the agent uses no other, and reaches a Product only while it runs one of them. Empty: the Builds that it makes, and those that Products within its reach run or have run; all of the company where the agent is for the whole company.",
});

export const GrantBlueprints = Type.Array(Id("bp"), {
  maxItems: GRANT_BLUEPRINTS_MAX,
  uniqueItems: true,
  description:
    "The blueprints that are granted by name, for reading alone. What the agent makes, and what a Build was made of that a Product within its reach runs or has run, it reads anyway, and changes.",
});

export const GrantScopes = Type.Array(Type.String({ maxLength: 60 }), {
  maxItems: 200,
  uniqueItems: true,
  description: "What the agent may do, within the role of the person who let it in.",
});

export const ToolFormName = Type.Union(
  TOOL_FORMS.map((form) => Type.Literal(form)),
  {
    description:
      "How tools are offered: `full`: one for each operation; `compact`: three, to search, describe and call operations.",
  },
);

export const AGENT_MEMBER_STATUSES = ["active", "revoked"] as const;
export const AgentMemberStatus = Type.Union(
  AGENT_MEMBER_STATUSES.map((status) => Type.Literal(status)),
  { description: "A revoked agent stays revoked, and all its grants with it." },
);

export const AgentMember = Type.Object(
  {
    agentMemberId: Id("agt"),
    companyId: described(Id("ten"), "The company that the agent acts for."),
    name: AgentName,
    companyWide: CompanyWide,
    status: AgentMemberStatus,
    products: Type.Array(Id("prod"), { description: "The Products that the agent has made." }),
    createdByUserId: described(Id("usr"), "The person who let the agent in first."),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    revokedAt: Type.Optional(described(Timestamp, "When the agent was revoked.")),
  },
  { title: "AgentMember", description: "A named agent of a company.", ...closed },
);
export type AgentMember = Static<typeof AgentMember>;

export const AGENT_GRANT_STATUSES = ["active", "revoked", "expired"] as const;
export const AgentGrantStatus = Type.Union(
  AGENT_GRANT_STATUSES.map((status) => Type.Literal(status)),
  { description: "Only an `active` grant is taken; the others are final." },
);

export const AgentGrant = Type.Object(
  {
    agentGrantId: Id("grant"),
    agentMemberId: Id("agt"),
    delegatorUserId: described(Id("usr"), "The person on whose behalf the agent acts."),
    clientId: Type.String({
      description: "The name that the agent's program gave itself. Unverified.",
    }),
    audience: Type.String({ description: "The address of the interface that its tokens are for." }),
    scopes: GrantScopes,
    productIds: GrantProducts,
    buildIds: GrantBuilds,
    blueprintIds: Type.Optional(GrantBlueprints),
    toolForm: ToolFormName,
    status: AgentGrantStatus,
    expiresAt: described(Timestamp, "When the grant ends, used or not."),
    idleExpiresAt: Type.Optional(
      described(
        Timestamp,
        "When it ends unless the agent refreshes its tokens before; absent until they are fetched.",
      ),
    ),
    lastUsedAt: Type.Optional(
      described(Timestamp, "When a token of it was used last, to within a quarter of an hour."),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    revokedAt: Type.Optional(described(Timestamp, "When the grant was revoked.")),
  },
  {
    title: "AgentGrant",
    description: "What a person lets an agent do, until it ends or is revoked.",
    ...closed,
  },
);
export type AgentGrant = Static<typeof AgentGrant>;
