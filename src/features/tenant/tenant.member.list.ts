/** tenant.member.list: the people in the company. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { MemberDocument } from "./member_document.ts";
import { memberResource, personIn } from "./member_view.ts";
import { Member, MemberStatus, RoleName } from "./tenant_schema.ts";

export const tenantMemberList = declareRead({
  id: "tenant.member.list",
  summary: "List members",
  description: "Those who are in force, newest first; `status=removed` lists the former ones.",
  http: { method: "GET", path: "/tenant/members" },
  principals: PEOPLE,
  scope: "members:read",
  acts: { on: "tenant" },
  query: listQuery({ role: Type.Optional(RoleName), status: Type.Optional(MemberStatus) }),
  output: listOf(Member, "MemberList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.member,
      itemOf(_key, value) {
        const member = decodeDocument<MemberDocument>(value);
        const { role = member.role, status = "active" } = input;
        if (member.role !== role || member.status !== status) return undefined;
        return memberResource(member, personIn(snapshot, member.userId));
      },
    }),
});
