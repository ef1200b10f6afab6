/** tenant.member.retrieve: one person in the company, also one who was removed. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { retrieved } from "../resource_reads.ts";
import { members } from "./tenant_nouns.ts";

export const tenantMemberRetrieve = declareRead({
  id: "tenant.member.retrieve",
  summary: "Retrieve a member",
  description: "Also one who was removed; `mfa` says whether a second factor is enrolled.",
  http: { method: "GET", path: "/tenant/members/{memberId}" },
  principals: PEOPLE,
  scope: "members:read",
  acts: { on: "tenant" },
  ...retrieved(members, Type.Object({ memberId: Id("mem") }, { additionalProperties: false })),
});
