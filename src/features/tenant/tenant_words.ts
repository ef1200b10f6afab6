/** The words of tenants: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const tenantWords: NounWords = {
  ids: {
    inv: "an invitation",
    mem: "a member",
    ten: { kind: "a tenant", described: "tenant, who has the Product" },
  },
  scopes: {
    tenant: { group: "Company", name: "the settings of your company", title: "The company" },
    members: { group: "Company", name: "who the members of your company are, and who is invited" },
    security: {
      group: "Company",
      name: "what your company asks of logins",
      title: "Security policy",
    },
  },
  synonyms: {
    "company limit": `
      how many more, are we allowed to have, how many builds, how many blueprints, how many members,
      may we, how many products, how many customers, how many users, can our company, may we have,
      plan limit, can we have, quota, our limit
    `,
    "tenant current": `
      our company, company profile, name of our company, time zone of our company, timezone,
      our months, by which time zone
    `,
    company: `
      organization, organisation, firm, my company, business, our company, tenant, settings,
      workspace, account settings
    `,
  },
  sameMeaning: [
    ["company", "tenant", "organization", "organisation", "team"],
    ["member", "colleague", "invitation", "invite", "team"],
  ],
  done: {
    "tenant.current.update": "Changed the company",
    "tenant.invitation.accept": "Accepted an invitation",
    "tenant.invitation.create": "Invited a person",
    "tenant.invitation.revoke": "Took an invitation back",
    "tenant.member.api_key.revoke": "Revoked the keys that a member had made",
    "tenant.member.remove": "Removed a member",
    "tenant.member.update": "Changed a member's role",
    "tenant.security.configure": "Changed the security policy",
  },
};
