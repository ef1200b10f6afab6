/**
 * What a request of an agent would move: the amounts and both sides of the first moves, and of several what they come to
 * together; or the received credit that it moves.
 */
import { moneyWords } from "../money.ts";
import { type Moved, movesIn, totalsOf } from "../moves.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { type Accounts, Side } from "./approval_accounts.tsx";
import { ApprovalCredit } from "./approval_credits.tsx";
import { Payee, type Payees, usePayees } from "./approval_payees.tsx";
import type { AgentApproval } from "./approval_words.tsx";

/** Moves that are shown of one request, at most. */
const SHOWN_MAX = 3;

/** Nothing for a request that names no amount and no credit. */
export function ApprovalMoney({
  approval,
  accounts,
  rest = "open the request to read them",
}: {
  approval: AgentApproval;
  accounts: Accounts;
  /** Where the moves are that are not shown. */
  rest?: string;
}) {
  const moves = movesIn(approval.arguments);
  const first = moves.slice(0, SHOWN_MAX);
  const payees = usePayees(
    first.flatMap(({ payee }) => payee ?? []),
    approval,
  );
  const left = moves.length - SHOWN_MAX;
  return (
    <>
      <ApprovalCredit approval={approval} accounts={accounts} />
      {moves.length > 1 && <Together moves={moves} />}
      {first.map((move, at) => (
        <Move key={at} move={move} accounts={accounts} payees={payees} />
      ))}
      {left > 0 && <span class="block soft">{`and ${left} more: ${rest}`}</span>}
    </>
  );
}

function Move({ move, accounts, payees }: { move: Moved; accounts: Accounts; payees: Payees }) {
  const { amount, currency, source, destination, payee } = move;
  return (
    <span class="block money">
      <strong>
        <Amount amount={amount} currency={currency} />
      </strong>
      {source !== undefined && (
        <>
          {" from "}
          <Side accountId={source} accounts={accounts} />
        </>
      )}
      {destination !== undefined && (
        <>
          {" to "}
          <Side accountId={destination} accounts={accounts} />
        </>
      )}
      {payee !== undefined && (
        <>
          {" to "}
          <Payee id={payee} payees={payees} />
        </>
      )}
    </span>
  );
}

function Amount({ amount, currency }: { amount: string | undefined; currency: string }) {
  if (amount === undefined) {
    return (
      <>
        all that is available in <OutsideText text={currency} />
      </>
    );
  }
  return <>{moneyWords(amount, currency) ?? <OutsideText text={`${amount} ${currency}`} />}</>;
}

/** How many moves there are, and the sum of each currency. */
function Together({ moves }: { moves: readonly Moved[] }) {
  const { count, sums, whole } = totalsOf(moves);
  return (
    <span class="block money">
      {count} together:{" "}
      {sums.map(({ currency, amount }, at) => (
        <strong key={currency}>
          {at > 0 && " and "}
          <Amount amount={String(amount)} currency={currency} />
        </strong>
      ))}
      {whole > 0 && `${sums.length > 0 ? ", and " : ""}${whole} of all that is available`}
    </span>
  );
}
