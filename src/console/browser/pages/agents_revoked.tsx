/** Agents that were shut out: they stay so, and what they did stays theirs. */
import { useState } from "preact/hooks";
import { api } from "../api.ts";
import { outcome } from "../outcome.ts";
import { Listing } from "../parts/listing.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";
import { usePages } from "../read.ts";

type Props = { people: ReadonlyMap<string, string> | undefined };

/** Asked for when the person wants to see them. */
export function RevokedAgents({ people }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Revoked agents</summary>
      {isOpen && <RevokedList people={people} />}
    </details>
  );
}

function RevokedList({ people }: Props) {
  const revoked = usePages((cursor) => {
    const query = { status: "revoked", ...(cursor !== undefined && { cursor }) } as const;
    return outcome(api.GET("/agent-members", { params: { query } }));
  });
  return (
    <Listing
      pages={revoked}
      label="Revoked agents"
      keyOf={({ agentMemberId }) => agentMemberId}
      columns={[
        {
          heading: "Name",
          cell: ({ name, agentMemberId }) => (
            <div class="who">
              <strong>
                <OutsideText text={name} />
              </strong>
              <code>{agentMemberId}</code>
            </div>
          ),
        },
        {
          heading: "Let in first by",
          cell: ({ createdByUserId }) => people?.get(createdByUserId) ?? "a former member",
        },
        { heading: "Let in", cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          heading: "Revoked",
          cell: ({ revokedAt, updatedAt }) => <Time at={revokedAt ?? updatedAt} />,
        },
      ]}
      empty={<p>No agent was revoked.</p>}
    />
  );
}
