/** Invitations into the company: who was invited, who shall be, and taking one back. */
import { useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, Select, useFields } from "../parts/form.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { Time } from "../parts/time.tsx";
import type { Permissions, Role } from "../permissions.ts";
import { usePages } from "../read.ts";
import { rolesFor } from "./member_dialogs.tsx";

type Invitation = components["schemas"]["Invitation"];

const SAYS = {
  state_conflict: "This address is a member's already.",
};
const SAYS_OF_REVOKING = {
  state_conflict: "The invitation was accepted, revoked or is too old by now.",
};
const KINDS = { pending: "note", accepted: "good", revoked: "bad", expired: "bad" } as const;
const SHOWN = { pending: "open", accepted: "accepted", revoked: "revoked", expired: "too old" };

export function Invitations({ permissions }: { permissions: Permissions }) {
  const [revoking, setRevoking] = useState<Invitation>();
  const [notice, setNotice] = useState("");
  const invitations = usePages((cursor) => {
    const query = cursor === undefined ? {} : { cursor };
    return outcome(api.GET("/tenant/invitations", { params: { query } }));
  });
  const mayChange = permissions.may("members:write");
  const done = (text: string) => {
    setRevoking(undefined);
    setNotice(text);
    invitations.reload();
  };
  const actions = (invitation: Invitation) => {
    const isBeyond = invitation.role === "owner" && permissions.role !== "owner";
    if (invitation.status !== "pending" || isBeyond) return null;
    return (
      <div class="actions">
        <Button
          kind="quiet"
          label={`Revoke the invitation of ${invitation.email}`}
          onClick={() => setRevoking(invitation)}
        >
          Revoke
        </Button>
      </div>
    );
  };
  return (
    <section>
      <h2>Invitations</h2>
      {notice !== "" && <Banner kind="good">{notice}</Banner>}
      <Listing
        pages={invitations}
        label="Invitations"
        keyOf={({ invitationId }) => invitationId}
        columns={[
          { heading: "Address", cell: ({ email }) => <strong>{email}</strong> },
          { heading: "Role", cell: ({ role }) => role },
          {
            heading: "State",
            cell: ({ status }) => <Badge kind={KINDS[status]}>{SHOWN[status]}</Badge>,
          },
          {
            heading: "Until",
            cell: ({ status, expiresAt }) => (status === "pending" ? <Time at={expiresAt} /> : "–"),
          },
          ...(mayChange ? [{ heading: "", cell: actions }] : []),
        ]}
        empty={
          <>
            <p>
              <strong>Nobody was invited yet</strong>
            </p>
            <p>Whoever is invited gets a mail with a link, which works once within 7 days.</p>
          </>
        }
      />
      <div class="panel">
        <h3>Invite a person</h3>
        <Permitted permissions={permissions} needs="members:write" what="invite people">
          <Invite mayOwners={permissions.role === "owner"} done={done} />
        </Permitted>
      </div>
      {revoking !== undefined && (
        <RevokeInvitation
          invitation={revoking}
          done={done}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </section>
  );
}

function Invite({ mayOwners, done }: { mayOwners: boolean; done: (text: string) => void }) {
  const fields = useFields<{ email: string; role: string }>({ email: "", role: "developer" });
  const invite = useChange(
    (body: { email: string; role: Role }, key) =>
      outcome(api.POST("/tenant/invitations", { body, headers: keyed(key) })),
    ({ email }) => {
      fields.set({ email: "" });
      done(`A mail with a link is on its way to ${email}.`);
    },
  );
  const { email, role } = fields.values;
  return (
    <Form
      change={invite}
      onSubmit={() => void invite.submit({ email, role: role as Role })}
      button="Send the invitation"
      says={SAYS}
    >
      <Field
        {...fields.bind("email")}
        label="E-mail"
        hint="The link works for the person with this address. A second invitation revokes the first."
        type="email"
        autoComplete="off"
        required
      />
      <Select {...fields.bind("role")} label="Role" options={rolesFor({ mayOwners })} />
    </Form>
  );
}

function RevokeInvitation({
  invitation,
  done,
  onClose,
}: {
  invitation: Invitation;
  done: (text: string) => void;
  onClose: () => void;
}) {
  const { invitationId, email } = invitation;
  const revoke = useChange(
    (_: null, key) => {
      const params = { path: { invitationId } };
      return outcome(
        api.POST("/tenant/invitations/{invitationId}/revoke", { params, headers: keyed(key) }),
      );
    },
    () => done(`The invitation of ${email} is revoked.`),
  );
  return (
    <Dialog title="Revoke the invitation?" onClose={onClose}>
      <Form
        change={revoke}
        onSubmit={() => void revoke.submit(null)}
        button="Revoke"
        kind="danger"
        says={SAYS_OF_REVOKING}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>The link that {email} got is of no use any more. The person is not told.</p>
      </Form>
    </Dialog>
  );
}
