/**
 * The things that a request of an agent names: the payout that it would cancel, the beneficiary that it would archive; with amount, sides,
 * reference and status, read with the person's own rights and never with those of the agent.
 */
import { api, inEnvironment } from "../api.ts";
import { type Outcome, outcome } from "../outcome.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { useRead } from "../read.ts";
import {
  factsOf,
  type Subject,
  type SubjectFact,
  type SubjectKind,
  type SubjectResources,
  subjectsIn,
} from "../subject_words.ts";
import { spaced } from "../words.ts";
import { type Accounts, Side, useAccounts } from "./approval_accounts.tsx";
import { Payee, type Payees, readBeneficiary, usePayees } from "./approval_payees.tsx";
import type { AgentApproval } from "./approval_words.tsx";

type Seen = { subject: Subject; facts: readonly SubjectFact[] | undefined };

type Props = { approval: AgentApproval };

/** Nothing for a request that names no such thing. */
export function ApprovalSubjects({ approval }: Props) {
  const subjects = subjectsIn(approval.operation, approval.arguments);
  return <Subjects approval={approval} subjects={subjects} />;
}

/** Things that the request names, or that the action names that it would call. */
export function Subjects({ approval, subjects }: Props & { subjects: readonly Subject[] }) {
  const { data: seen = [] } = useRead(async () => {
    const all = await Promise.all(subjects.map((subject) => seenSubject(subject, approval)));
    return { ok: true, data: all };
  }, [JSON.stringify([approval.agentApprovalId, subjects])]);
  const facts = seen.flatMap((one) => one.facts ?? []);
  const named = { ...approval, arguments: { ids: facts } };
  const accounts = useAccounts([named], { withBalances: false });
  const payees = usePayees(
    facts.flatMap((fact) => ("beneficiaryId" in fact ? [fact.beneficiaryId] : [])),
    approval,
  );
  const customers = useCustomers(facts, approval);
  const names = { accounts, payees, customers };
  return (
    <>
      {seen.map((one) => (
        <Shown key={one.subject.id} {...one} {...names} />
      ))}
    </>
  );
}

type Names = { accounts: Accounts; payees: Payees; customers: ReadonlyMap<string, string> };

function Shown({ subject: { kind, id }, facts, ...names }: Seen & Names) {
  const title = spaced(kind);
  if (facts === undefined) {
    return (
      <p class="subject">
        {title} <OutsideText text={id} /> cannot be shown to you.
      </p>
    );
  }
  return (
    <div class="subject">
      <h3>
        {title}{" "}
        <code class="soft">
          <OutsideText text={id} />
        </code>
      </h3>
      <dl class="facts rows">
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>
              <Value fact={fact} {...names} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Value({ fact, accounts, payees, customers }: { fact: SubjectFact } & Names) {
  if ("text" in fact) return <OutsideText text={fact.text} />;
  if ("accountId" in fact) return <Side accountId={fact.accountId} accounts={accounts} />;
  if ("beneficiaryId" in fact) return <Payee id={fact.beneficiaryId} payees={payees} />;
  const name = customers.get(fact.customerId);
  if (name === undefined) return <code>{fact.customerId}</code>;
  return (
    <>
      “<OutsideText text={name} />” <code class="soft">{fact.customerId}</code>
    </>
  );
}

const NONE: Names["customers"] = new Map();

/** What people call the customers that are named, as far as the person may read them. */
function useCustomers(facts: readonly SubjectFact[], { environment }: AgentApproval) {
  const named = facts.flatMap((fact) => ("customerId" in fact ? [fact.customerId] : []));
  const wanted = [...new Set(named)];
  const { data } = useRead(async () => {
    const names = new Map<string, string>();
    for (const customerId of wanted) {
      const read = await READ.customer(customerId, { environment });
      if (read.ok) names.set(customerId, read.data.entity.displayName);
    }
    return { ok: true, data: names };
  }, [JSON.stringify([environment, wanted])]);
  return data ?? NONE;
}

async function seenSubject(subject: Subject, approval: AgentApproval): Promise<Seen> {
  return { subject, facts: await factsRead(subject.kind, subject.id, approval) };
}

/** Undefined where the person may not read it, or it is not there. */
async function factsRead<K extends SubjectKind>(
  kind: K,
  id: string,
  { environment, productId, arguments: { kind: objectKind } }: AgentApproval,
): Promise<readonly SubjectFact[] | undefined> {
  const read = await READ[kind](id, {
    environment,
    ...(productId !== undefined && { productId }),
    ...(typeof objectKind === "string" && { objectKind }),
  });
  return read.ok ? factsOf(kind, read.data) : undefined;
}

/** Beside the id, what names a thing. `objectKind`: of an object. */
type Where = Pick<AgentApproval, "environment" | "productId"> & { objectKind?: string };
type Reads = {
  [K in SubjectKind]: (id: string, at: Where) => Promise<Outcome<SubjectResources[K]>>;
};

const READ: Reads = {
  beneficiary: readBeneficiary,
  collection: (collectionId, at) =>
    outcome(api.GET("/collections/{collectionId}", of({ collectionId }, at))),
  consent: (consentId, at) => outcome(api.GET("/consents/{consentId}", of({ consentId }, at))),
  customer: (customerId, at) => outcome(api.GET("/customers/{customerId}", of({ customerId }, at))),
  customer_access: (customerAccessId, at) =>
    outcome(api.GET("/customer-accesses/{customerAccessId}", of({ customerAccessId }, at))),
  decision: (decisionId, at) => outcome(api.GET("/decisions/{decisionId}", of({ decisionId }, at))),
  entity: (entityId, at) => outcome(api.GET("/entities/{entityId}", of({ entityId }, at))),
  financial_address: (financialAddressId, at) =>
    outcome(api.GET("/financial-addresses/{financialAddressId}", of({ financialAddressId }, at))),
  object: (objectId, at) =>
    outcome(
      api.GET(
        "/products/{productId}/objects/{kind}/{objectId}",
        of({ objectId, productId: at.productId ?? "", kind: at.objectKind ?? "" }, at),
      ),
    ),
  payout: (payoutId, at) => outcome(api.GET("/payouts/{payoutId}", of({ payoutId }, at))),
  received_credit: (receivedCreditId, at) =>
    outcome(api.GET("/received-credits/{receivedCreditId}", of({ receivedCreditId }, at))),
  transfer: (transferId, at) => outcome(api.GET("/transfers/{transferId}", of({ transferId }, at))),
  transfer_hold: (transferHoldId, at) =>
    outcome(api.GET("/transfer-holds/{transferHoldId}", of({ transferHoldId }, at))),
};

function of<P>(path: P, { environment }: Where) {
  return { params: { path }, headers: inEnvironment(environment) };
}
