/**
 * The received credit that a request of an agent would assign or send back: how much, who has paid it, why it is in suspense, and
 * where it goes; read with the person's own rights and never with those of the agent.
 */
import { api, inEnvironment } from "../api.ts";
import { type Outcome, outcome } from "../outcome.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { useRead } from "../read.ts";
import { type Accounts, Side } from "./approval_accounts.tsx";
import type { AgentApproval } from "./approval_words.tsx";
import { amountOf, type ReceivedCredit, SUSPENSE } from "./received_credit_words.ts";

const MOVES = ["received_credit.assign", "received_credit.return"];

type Asked = Pick<AgentApproval, "operation" | "arguments" | "environment">;

/** The credit that the request is about; undefined for a request that moves none. */
export function creditIdIn({ operation, arguments: given }: Asked): string | undefined {
  const { receivedCreditId } = given;
  const isOne = MOVES.includes(operation) && typeof receivedCreditId === "string";
  return isOne ? receivedCreditId : undefined;
}

export function readCredit(
  receivedCreditId: string,
  { environment }: Asked,
): Promise<Outcome<ReceivedCredit>> {
  const params = { path: { receivedCreditId } };
  const headers = inEnvironment(environment);
  return outcome(api.GET("/received-credits/{receivedCreditId}", { params, headers }));
}

/** Nothing for a request that moves no credit. */
export function ApprovalCredit(props: { approval: AgentApproval; accounts: Accounts }) {
  const creditId = creditIdIn(props.approval);
  return creditId === undefined ? null : <Moved {...props} creditId={creditId} />;
}

function Moved({
  approval,
  accounts,
  creditId,
}: {
  approval: AgentApproval;
  accounts: Accounts;
  creditId: string;
}) {
  const { data: credit, failure } = useRead(() => readCredit(creditId, approval), [creditId]);
  if (credit === undefined) {
    if (failure === undefined) return null;
    return (
      <span class="block money">
        The credit <OutsideText text={creditId} /> cannot be shown to you.
      </span>
    );
  }
  const { accountId } = approval.arguments;
  return (
    <span class="block money">
      <strong>{amountOf(credit)}</strong> <Paid credit={credit} />
      {typeof accountId === "string" ? (
        <>
          {" to "}
          <Side accountId={accountId} accounts={accounts} />
        </>
      ) : (
        <>
          {" back to where it came from, out of "}
          <Side accountId={credit.accountId} accounts={accounts} />
        </>
      )}
      <Suspense credit={credit} />
    </span>
  );
}

function Paid({ credit: { payer, remittance } }: { credit: ReceivedCredit }) {
  const { name, accountNumberMasked } = payer ?? {};
  return (
    <>
      {"paid by "}
      {name === undefined ? (
        "somebody whom the bank does not name"
      ) : (
        <>
          “<OutsideText text={name} />”
        </>
      )}
      {accountNumberMasked !== undefined && ` from the account …${accountNumberMasked}`}
      {remittance !== undefined && (
        <>
          {" for “"}
          <OutsideText text={remittance} />”
        </>
      )}
    </>
  );
}

function Suspense({ credit: { status, suspenseReason } }: { credit: ReceivedCredit }) {
  if (status !== "suspended" || suspenseReason === undefined) return null;
  return <span class="block soft">In suspense: {SUSPENSE[suspenseReason]}</span>;
}
