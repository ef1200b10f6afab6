/** tenant.invitation.list: whom the company has invited. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import { invitationResource } from "./tenant_nouns.ts";
import { Invitation, InvitationStatus } from "./tenant_schema.ts";

export const tenantInvitationList = declareRead({
  id: "tenant.invitation.list",
  summary: "List invitations",
  description: "Newest first, whatever has become of them; `status` lists those of one kind.",
  http: { method: "GET", path: "/tenant/invitations" },
  principals: PEOPLE,
  scope: "members:read",
  acts: { on: "tenant" },
  query: listQuery({ status: Type.Optional(InvitationStatus) }),
  output: listOf(Invitation, "InvitationList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.invitation,
      itemOf(_key, value) {
        const document = decodeDocument<InvitationDocument>(value);
        const invitation = invitationResource(document, context.nowMs);
        const { status = invitation.status } = input;
        return invitation.status === status ? invitation : undefined;
      },
    }),
});
