/** What a request of an agent would move, for a list: the amount, its currency, and both sides. */
import { moneyWords } from "../money.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { type Accounts, Side } from "./approval_accounts.tsx";
import type { AgentApproval } from "./approval_words.tsx";

type Moved = { amount: string; currency: string; source?: string; destination?: string };

/** Moves that a list shows of one request, at most. */
const SHOWN_MAX = 3;

/** Nothing for a request that names no amount. */
export function ApprovalMoney({
  approval,
  accounts,
}: {
  approval: AgentApproval;
  accounts: Accounts;
}) {
  const moves = movesIn(approval.arguments);
  const left = moves.length - SHOWN_MAX;
  return (
    <>
      {moves.slice(0, SHOWN_MAX).map(({ amount, currency, source, destination }, at) => (
        <span class="block money" key={at}>
          <strong>
            {moneyWords(amount, currency) ?? <OutsideText text={`${amount} ${currency}`} />}
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
        </span>
      ))}
      {left > 0 && (
        <span class="block soft">{`and ${left} more: open the request to read them`}</span>
      )}
    </>
  );
}

/** The amounts that stand in the arguments, or in the items of a batch. */
function movesIn(given: Readonly<Record<string, unknown>>): Moved[] {
  const own = moveIn(given);
  if (own !== undefined) return [own];
  const { items } = given;
  return Array.isArray(items) ? items.flatMap((item) => moveIn(item) ?? []) : [];
}

function moveIn(given: unknown): Moved | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const fields = given as Readonly<Record<string, unknown>>;
  const { amount, currency, sourceAccountId: source, destinationAccountId: destination } = fields;
  if (typeof amount !== "string") return undefined;
  return {
    amount,
    currency: typeof currency === "string" ? currency : "",
    ...(typeof source === "string" && { source }),
    ...(typeof destination === "string" && { destination }),
  };
}
