/**
 * The beneficiaries that a request of an agent would pay: their names and rails, read with the person's own rights and never
 * with those of the agent. Of one that the person may not read, the id stands alone.
 */
import { api, inEnvironment } from "../api.ts";
import { outcome } from "../outcome.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { useRead } from "../read.ts";
import type { AgentApproval } from "./approval_words.tsx";

type SeenPayee = { name: string; rail: string };
export type Payees = ReadonlyMap<string, SeenPayee>;

const NONE: Payees = new Map();

/** The payees with these ids, as far as the person may read them; none until they have come. */
export function usePayees(ids: readonly string[], { environment }: AgentApproval): Payees {
  const wanted = [...new Set(ids)];
  const { data } = useRead(async () => {
    const seen = await Promise.all(
      wanted.map(async (beneficiaryId) => {
        const params = { path: { beneficiaryId } };
        const headers = inEnvironment(environment);
        const read = await outcome(api.GET("/beneficiaries/{beneficiaryId}", { params, headers }));
        if (!read.ok) return [];
        const { name, rail } = read.data;
        return [[beneficiaryId, { name, rail }] as const];
      }),
    );
    return { ok: true, data: new Map(seen.flat()) };
  }, [JSON.stringify([environment, wanted])]);
  return data ?? NONE;
}

/** Who is paid: by name and rail where these are known, and by id. */
export function Payee({ id, payees }: { id: string; payees: Payees }) {
  const payee = payees.get(id);
  if (payee === undefined) return <OutsideText text={id} />;
  return (
    <>
      “<OutsideText text={payee.name} />” over {payee.rail}{" "}
      <code class="soft">
        <OutsideText text={id} />
      </code>
    </>
  );
}
