/**
 * What a request that moves money would do: the balances before and after, asked for with the person's own rights
 * and never with those of the agent. Only of what can be known before: transfers, holds, payouts, credits, and actions of objects.
 */
import { api, inEnvironment } from "../api.ts";
import { moneyWords } from "../money.ts";
import { type Outcome, outcome } from "../outcome.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import { type Accounts, Side } from "./approval_accounts.tsx";
import { creditIdIn, readCredit } from "./approval_credits.tsx";
import { Payee, usePayees } from "./approval_payees.tsx";
import { Subjects } from "./approval_subjects.tsx";
import type { AgentApproval } from "./approval_words.tsx";

/** Money on its way from one account to another, minor units; "" for money that nobody gets yet. */
type Move = { source: string; destination: string; amount: string; currency: string };
type Effect = { accountId: string; currency: string; before: bigint; after: bigint };
/** A payout of an action, which the arguments do not name. */
type Paid = { amount: string; currency: string; beneficiaryId: string };
/** Money that an action asks a bank for, which comes days later. */
type Collected = {
  amount: string;
  currency: string;
  consentId: string;
  destinationAccountId: string;
};
type Outside = { paid: readonly Paid[]; collected: readonly Collected[] };
type Moves = { moves: readonly Move[] } & Partial<Outside>;
type Effects = { effects: readonly Effect[] } & Outside;

type Props = { approval: AgentApproval; accounts: Accounts };

export function ApprovalPreview(props: Props) {
  const { approval } = props;
  const isKnown = approval.environment === "live" && Object.hasOwn(MOVES_OF, approval.operation);
  return isKnown ? <Known {...props} /> : null;
}

function Known({ approval, accounts }: Props) {
  const preview = useRead(() => effectsOf(approval), [approval.agentApprovalId]);
  const { data, failure, reload } = preview;
  const { paid, collected } = data ?? NOTHING;
  const payees = usePayees(
    paid.map(({ beneficiaryId }) => beneficiaryId),
    approval,
  );
  return (
    <section>
      <h2>What it would move</h2>
      {data === undefined && failure === undefined && <Waiting />}
      {data === undefined && failure?.kind === "refused" && failure.status < 500 && (
        <Banner kind="note">
          <p>It cannot be said beforehand: {failure.message}.</p>
        </Banner>
      )}
      {data === undefined && (failure?.kind === "offline" || (failure?.status ?? 0) >= 500) && (
        <FailureBanner failure={failure as NonNullable<typeof failure>} again={reload} />
      )}
      {data?.effects.length === 0 && (
        <p>{collected.length === 0 ? "It moves no money." : "It moves no money at once."}</p>
      )}
      {paid.map(({ amount, currency, beneficiaryId }, at) => (
        <p class="money" key={at}>
          <strong>{shown(BigInt(amount), currency)}</strong> to{" "}
          <Payee id={beneficiaryId} payees={payees} />
        </p>
      ))}
      {collected.map(({ amount, currency, destinationAccountId }, at) => (
        <p class="money" key={at}>
          <strong>{shown(BigInt(amount), currency)}</strong> asked of the customer's bank, for{" "}
          <Side accountId={destinationAccountId} accounts={accounts} />
        </p>
      ))}
      <Subjects
        approval={approval}
        subjects={collected.map(({ consentId: id }) => ({ kind: "consent", id }))}
      />
      {data?.effects.map(({ accountId, currency, before, after }) => (
        <dl class="facts" key={accountId}>
          <div>
            <dt>Account</dt>
            <dd>
              <Side accountId={accountId} accounts={accounts} />
            </dd>
          </div>
          <div>
            <dt>Available now</dt>
            <dd>{shown(before, currency)}</dd>
          </div>
          <div>
            <dt>Afterwards</dt>
            <dd>{shown(after, currency)}</dd>
          </div>
        </dl>
      ))}
      <p class="hint">As of now. A balance may change until the request runs.</p>
    </section>
  );
}

function shown(amount: bigint, currency: string): string {
  return moneyWords(String(amount), currency) ?? `${amount} ${currency}`;
}

const headers = inEnvironment("live");
const NOTHING: Effects = { effects: [], paid: [], collected: [] };

async function effectsOf(approval: AgentApproval): Promise<Outcome<Effects>> {
  const moved = await MOVES_OF[approval.operation]?.(approval);
  if (moved === undefined) return { ok: true, data: NOTHING };
  if (!moved.ok) return moved;
  const { moves, paid = [], collected = [] } = moved.data;
  const changes = new Map<string, { currency: string; by: bigint }>();
  const add = (accountId: string, currency: string, by: bigint) => {
    if (accountId === "") return;
    changes.set(accountId, { currency, by: (changes.get(accountId)?.by ?? 0n) + by });
  };
  for (const { source, destination, amount, currency } of moves) {
    add(source, currency, -BigInt(amount));
    add(destination, currency, BigInt(amount));
  }
  const effects: Effect[] = [];
  for (const [accountId, { currency, by }] of changes) {
    const params = { path: { accountId } };
    const balance = await outcome(api.GET("/accounts/{accountId}/balance", { params, headers }));
    if (!balance.ok) return balance;
    const before = BigInt(balance.data.available);
    effects.push({ accountId, currency, before, after: before + by });
  }
  return { ok: true, data: { effects, paid, collected } };
}

type Moving = (approval: AgentApproval) => Promise<Outcome<Moves>>;
type Given = Readonly<Record<string, unknown>>;

const MOVES_OF: Readonly<Record<string, Moving>> = {
  "transfer.create": async ({ arguments: given }) => known([moveOf(given)]),
  "transfer.batch.create": async ({ arguments: { items } }) =>
    known((items as Given[]).map(moveOf)),
  // What is held leaves what is available of the source, and is nobody else's yet.
  "transfer_hold.create": async ({ arguments: given }) =>
    known([{ ...moveOf(given), destination: "" }]),
  // The money of a payout goes to a bank, or to an account whose balance is not the person's business.
  "payout.create": async ({ arguments: given }) => known(payoutsOf([given])),
  "payout.batch.create": async ({ arguments: { items } }) => known(payoutsOf(items as Given[])),
  "received_credit.assign": movesOfCredit,
  "received_credit.return": movesOfCredit,
  "object.action.call": movesOfAction,
};

function known(moves: readonly Move[]): Outcome<Moves> {
  return { ok: true, data: { moves } };
}

/** Those that name their amount: what a whole balance pays is said only when it is decided. */
function payoutsOf(drafts: readonly Given[]): Move[] {
  return drafts
    .filter(({ amount }) => amount !== undefined)
    .map((draft) => ({ ...moveOf(draft), destination: "" }));
}

function moveOf({ sourceAccountId, destinationAccountId, amount, currency }: Given): Move {
  return {
    source: String(sourceAccountId),
    destination: String(destinationAccountId),
    amount: String(amount),
    currency: String(currency),
  };
}

/** A whole credit, out of the account that has it: to the account that is named, or to the bank. */
async function movesOfCredit(approval: AgentApproval): Promise<Outcome<Moves>> {
  const credit = await readCredit(creditIdIn(approval) ?? "", approval);
  if (!credit.ok) return credit;
  const { accountId: source, amount, currency } = credit.data;
  const { accountId } = approval.arguments;
  const destination = typeof accountId === "string" ? accountId : "";
  return known([{ source, destination, amount, currency }]);
}

async function movesOfAction({ arguments: given }: AgentApproval): Promise<Outcome<Moves>> {
  const { productId, kind, objectId, action, ...body } = given;
  const path = {
    productId: String(productId),
    kind: String(kind),
    objectId: String(objectId),
    action: String(action),
  };
  const preview = await outcome(
    api.POST("/products/{productId}/objects/{kind}/{objectId}/actions/{action}/preview", {
      params: { path },
      body,
      headers,
    }),
  );
  if (!preview.ok) return preview;
  const { moves, payouts: paid = [], collections: collected = [] } = preview.data.outcome;
  const all = [...moves.map(moveOf), ...payoutsOf(paid)];
  return { ok: true, data: { moves: all, paid, collected } };
}
