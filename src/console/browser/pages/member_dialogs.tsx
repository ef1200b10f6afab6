/** Dialogs about one member: another role, and the end of the membership. */
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { Member } from "../company_reads.ts";
import { type Failure, outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Form, Select, useFields } from "../parts/form.tsx";
import type { Says } from "../parts/messages.ts";
import type { Role } from "../permissions.ts";
import { counted, ROLES } from "../words.ts";

type About = {
  member: Member;
  isOwn: boolean;
  /** Called with what has become of it, in a sentence. */
  done: (text: string) => void;
  onClose: () => void;
};

/** The roles that somebody may give, with a sentence each. */
export function rolesFor({ mayOwners }: { mayOwners: boolean }): [Role, string][] {
  return ROLES.filter(({ role }) => mayOwners || role !== "owner").map(({ role, is }) => [
    role,
    `${role}: ${is.charAt(0).toLowerCase()}${is.slice(1, -1)}`,
  ]);
}

export function ChangeRole({
  member,
  isOwn,
  mayOwners,
  done,
  onClose,
}: About & { mayOwners: boolean }) {
  const { memberId, displayName, revision } = member;
  const fields = useFields<{ role: string }>({ role: member.role });
  const change = useChange(
    (body: { role: Role; expectedRevision: number }, key) => {
      const params = { path: { memberId } };
      return outcome(
        api.PATCH("/tenant/members/{memberId}", { params, body, headers: keyed(key) }),
      );
    },
    ({ role }) => done(`${displayName} has the role ${role} now.`),
  );
  const role = fields.values.role as Role;
  return (
    <Dialog title={`Role of ${displayName}`} onClose={onClose}>
      <Form
        change={change}
        onSubmit={() => void change.submit({ role, expectedRevision: revision })}
        button="Change the role"
        says={saysOf(change.failure, displayName)}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <Select {...fields.bind("role")} label="Role" options={rolesFor({ mayOwners })} />
        <p class="hint">
          It holds at once, for every session and token of the person in this company.
        </p>
        {isOwn && role !== member.role && (
          <Banner kind="bad">
            This is yourself: you may not be able to take it back, and somebody else must.
          </Banner>
        )}
      </Form>
    </Dialog>
  );
}

export function RemoveMember({ member, isOwn, done, onClose }: About) {
  const { memberId, displayName, email } = member;
  const remove = useChange(
    (_: null, key) => {
      const params = { path: { memberId } };
      return outcome(
        api.POST("/tenant/members/{memberId}/remove", { params, headers: keyed(key) }),
      );
    },
    ({ apiKeysInForce = 0 }) => done(removedText(displayName, apiKeysInForce)),
  );
  return (
    <Dialog title={`Remove ${displayName}?`} onClose={onClose}>
      <Form
        change={remove}
        onSubmit={() => void remove.submit(null)}
        button="Remove"
        kind="danger"
        says={saysOf(remove.failure, displayName)}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          {isOwn ? "You lose" : `${displayName} (${email}) loses`} this company at once: sessions
          and personal access tokens that act for it end, and the agents that{" "}
          {isOwn ? "you" : "the person"} let in are shut out. API keys of Products go on working:
          the page of keys lists those that {isOwn ? "you" : "the person"} made, and ends them in
          one step. Roll others that {isOwn ? "you" : "the person"} may know.
        </p>
        <p class="hint">
          {isOwn ? "You get" : "The person gets"} a mail about it. To come back takes a new
          invitation.
        </p>
      </Form>
    </Dialog>
  );
}

function removedText(displayName: string, apiKeysInForce: number): string {
  const removed = `${displayName} is no member any more.`;
  if (apiKeysInForce === 0) return removed;
  const made = counted(apiKeysInForce, "API key");
  const works = apiKeysInForce === 1 ? "works" : "work";
  return `${removed} ${made} of this person still ${works}: see API keys, made by former members.`;
}

/** A conflict is about the last owner, or about somebody who was quicker. */
function saysOf(failure: Failure | undefined, displayName: string): Says {
  const isLast = failure?.kind === "refused" && failure.details["actual"] === "the last owner";
  return {
    state_conflict: isLast
      ? `${displayName} is the last owner, and the company keeps one. Make another member an owner first.`
      : "Somebody else has changed this member meanwhile. Close this and look again.",
  };
}
