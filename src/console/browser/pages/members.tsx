/** Who is in the company, in which role, and who was invited to it. */
import { useState } from "preact/hooks";
import { api } from "../api.ts";
import type { Member } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { type Permissions, usePermissions } from "../permissions.ts";
import { type Pages, usePages } from "../read.ts";
import { loadSession, useSession } from "../session.ts";
import { ChangeRole, RemoveMember } from "./member_dialogs.tsx";
import { Invitations } from "./members_invitations.tsx";
import { RolesTable } from "./roles_table.tsx";

type Open = { what: "role" | "remove"; member: Member };

export function Members() {
  const permissions = usePermissions();
  const members = usePages((cursor) => {
    const query = { status: "active", ...(cursor !== undefined && { cursor }) } as const;
    return outcome(api.GET("/tenant/members", { params: { query } }));
  });
  return (
    <Page title="Members" lead="People of the company, and what each of them may do in it.">
      <MemberList members={members} permissions={permissions} />
      <Invitations permissions={permissions} />
      <RolesTable permissions={permissions} />
    </Page>
  );
}

function MemberList({
  members,
  permissions,
}: {
  members: Pages<Member>;
  permissions: Permissions;
}) {
  const session = useSession();
  const [open, setOpen] = useState<Open>();
  const [notice, setNotice] = useState("");
  const ownId = session.kind === "active" ? session.user.userId : "";
  const mayChange = permissions.may("members:write");
  const done = (text: string) => {
    setOpen(undefined);
    setNotice(text);
    members.reload();
    // The own role may be another one now, or the session over.
    if (open?.member.userId === ownId) void loadSession();
  };
  const isOnlyOwner = ({ role }: Member) =>
    role === "owner" &&
    members.more === undefined &&
    members.items?.filter((one) => one.role === "owner").length === 1;
  const actions = (member: Member) => {
    const isBeyond = member.role === "owner" && permissions.role !== "owner";
    if (isBeyond) return <span class="hint">Only owners change owners.</span>;
    if (isOnlyOwner(member)) {
      return (
        <span class="hint">
          The last owner: the company keeps one. Make another member an owner first.
        </span>
      );
    }
    const { displayName } = member;
    return (
      <div class="actions">
        <Button
          kind="quiet"
          label={`Change the role of ${displayName}`}
          onClick={() => setOpen({ what: "role", member })}
        >
          Role
        </Button>
        <Button
          kind="quiet"
          label={`Remove ${displayName}`}
          onClick={() => setOpen({ what: "remove", member })}
        >
          Remove
        </Button>
      </div>
    );
  };
  return (
    <section>
      <h2>People</h2>
      {notice !== "" && <Banner kind="good">{notice}</Banner>}
      <Listing
        pages={members}
        label="Members"
        keyOf={({ memberId }) => memberId}
        columns={[
          {
            heading: "Name",
            cell: ({ displayName, email, userId }) => (
              <>
                <strong>{displayName}</strong>
                {userId === ownId && " (you)"}
                <span class="soft block">{email}</span>
              </>
            ),
          },
          { heading: "Role", cell: ({ role }) => role },
          {
            heading: "Second factor",
            cell: ({ mfa }) =>
              mfa ? <Badge kind="good">on</Badge> : <Badge kind="bad">off</Badge>,
          },
          { heading: "Member since", cell: ({ createdAt }) => <Time at={createdAt} /> },
          ...(mayChange ? [{ heading: "", cell: actions }] : []),
        ]}
        empty={<p>Nobody is in this company any more.</p>}
      />
      {permissions.roles !== undefined && !mayChange && (
        <p class="hint">
          Your role, <strong>{permissions.role ?? "none"}</strong>, does not allow you to change
          roles or to remove members. An owner or an admin can.
        </p>
      )}
      {open?.what === "role" && (
        <ChangeRole
          member={open.member}
          isOwn={open.member.userId === ownId}
          mayOwners={permissions.role === "owner"}
          done={done}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === "remove" && (
        <RemoveMember
          member={open.member}
          isOwn={open.member.userId === ownId}
          done={done}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
