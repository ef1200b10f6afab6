/**
 * The beneficiaries that a request of an agent would pay: their names and rails, and whether their bank knows them under another
 * name; read with the person's own rights and never with those of the agent. Of one that the person may not read, the id stands alone.
 */
import { api, inEnvironment } from "../api.ts";
import { outcome } from "../outcome.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { type PayeeWarning, payeeWarning } from "../payee_words.ts";
import { useRead } from "../read.ts";
import type { AgentApproval } from "./approval_words.tsx";

export type SeenPayee = { name: string; rail: string; warning: PayeeWarning | undefined };
export type Payees = ReadonlyMap<string, SeenPayee>;

const NONE: Payees = new Map();

/** The payees with these ids, as far as the person may read them; none until they have come. */
export function usePayees(ids: readonly string[], approval: Asked): Payees {
  const wanted = [...new Set(ids)];
  const { data } = useRead(async () => {
    const seen = await Promise.all(
      wanted.map(async (id) => {
        const read = await readBeneficiary(id, approval);
        if (!read.ok) return [];
        const { name, rail, verification } = read.data;
        return [[id, { name, rail, warning: payeeWarning(verification) }] as const];
      }),
    );
    return { ok: true, data: new Map(seen.flat()) };
  }, [JSON.stringify([approval.environment, wanted])]);
  return data ?? NONE;
}

type Asked = Pick<AgentApproval, "environment" | "productId">;

/** The beneficiary as the person may read it. An id that somebody has chosen does not say in which Product it is. */
export function readBeneficiary(beneficiaryId: string, { environment, productId }: Asked) {
  const query = productId === undefined ? {} : { productId };
  const params = { path: { beneficiaryId }, query };
  const headers = inEnvironment(environment);
  return outcome(api.GET("/beneficiaries/{beneficiaryId}", { params, headers }));
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
      {payee.warning !== undefined && <Warning warning={payee.warning} />}
    </>
  );
}

export function Warning({ warning: { before, accountName, after } }: { warning: PayeeWarning }) {
  return (
    <strong class="block">
      {before}
      {accountName !== undefined && <OutsideText text={accountName} />}
      {after}
    </strong>
  );
}
