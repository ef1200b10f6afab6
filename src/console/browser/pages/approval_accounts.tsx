/**
 * The accounts that a request of an agent names: their names, roles and owners and what is on them, read with the
 * person's own rights and never with those of the agent. What the person may not read is left out.
 */
import { api, inEnvironment } from "../api.ts";
import { moneyWords } from "../money.ts";
import { outcome } from "../outcome.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { useRead } from "../read.ts";
import { spaced } from "../words.ts";
import type { AgentApproval } from "./approval_words.tsx";

export type SeenAccount = {
  accountId: string;
  /** Absent of an account that nobody has named. */
  name?: string | undefined;
  role: string;
  /** Who owns the account: what people call a customer, and the kind of every other owner. */
  owner: { kind: string; id: string; name?: string | undefined };
  /** In the units that people count in; absent where it could not be read. */
  available?: string | undefined;
};

export type Accounts = ReadonlyMap<string, SeenAccount>;

const ACCOUNT = /^acct_[0-9A-Z]{26}$/;
/** Accounts that are read for one page, at most; of the others the id is shown. */
const ACCOUNTS_MAX = 40;

/** The accounts of the requests, as far as the person may read them; none until they have come. */
export function useAccounts(
  approvals: readonly AgentApproval[],
  { withBalances }: { withBalances: boolean },
): Accounts {
  const wanted = new Map<string, AgentApproval["environment"]>();
  for (const { arguments: given, environment } of approvals) {
    for (const id of accountIdsIn(given)) wanted.set(id, environment);
  }
  const asked = [...wanted].slice(0, ACCOUNTS_MAX);
  const { data } = useRead(async () => {
    const seen = await Promise.all(
      asked.map(([id, environment]) => seenAccount(id, environment, withBalances)),
    );
    const known = seen.flatMap((one) => (one === undefined ? [] : [[one.accountId, one] as const]));
    return { ok: true, data: new Map(known) };
  }, [JSON.stringify(asked)]);
  return data ?? NONE;
}

const NONE: Accounts = new Map();

/** Every account that the document names, in its order. */
function accountIdsIn(value: unknown): string[] {
  if (typeof value === "string") return ACCOUNT.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(accountIdsIn);
}

async function seenAccount(
  accountId: string,
  environment: AgentApproval["environment"],
  withBalances: boolean,
): Promise<SeenAccount | undefined> {
  const options = { params: { path: { accountId } }, headers: inEnvironment(environment) };
  const read = await outcome(api.GET("/accounts/{accountId}", options));
  if (!read.ok) return undefined;
  const { name, role, currency, owner } = read.data;
  const balance = withBalances
    ? await outcome(api.GET("/accounts/{accountId}/balance", options))
    : undefined;
  const ofCustomer =
    owner.type === "customer" ? await customerName(owner.id, environment) : undefined;
  return {
    accountId,
    name: name ?? undefined,
    role,
    owner: { kind: owner.type, id: owner.id, name: ofCustomer },
    available: balance?.ok ? moneyWords(balance.data.available, currency) : undefined,
  };
}

async function customerName(
  customerId: string,
  environment: AgentApproval["environment"],
): Promise<string | undefined> {
  const options = { params: { path: { customerId } }, headers: inEnvironment(environment) };
  const read = await outcome(api.GET("/customers/{customerId}", options));
  return read.ok ? read.data.entity.displayName : undefined;
}

/** The account in one line below its id: what it is called, what it is for, whose it is, what is on it. */
export function AccountLine({ account }: { account: SeenAccount }) {
  const { name, role, available } = account;
  return (
    <span class="block">
      <AccountName name={name} />, {spaced(role).toLowerCase()}, of <Owner account={account} />
      {available !== undefined && <>, {available} available</>}
    </span>
  );
}

function AccountName({ name }: Pick<SeenAccount, "name">) {
  if (name === undefined) return <>without a name</>;
  return (
    <>
      “<OutsideText text={name} />”
    </>
  );
}

function Owner({ account: { owner } }: { account: SeenAccount }) {
  if (owner.name !== undefined) {
    return (
      <>
        the customer “<OutsideText text={owner.name} />”
      </>
    );
  }
  if (owner.kind === "product") return <>the Product</>;
  return (
    <>
      the {spaced(owner.kind).toLowerCase()} <code>{owner.id}</code>
    </>
  );
}

/** One side of a move: the account by its name and its owner where these are known, and by its id. */
export function Side({ accountId, accounts }: { accountId: string; accounts: Accounts }) {
  const account = accounts.get(accountId);
  if (account === undefined) return <code>{accountId}</code>;
  return (
    <>
      <AccountName name={account.name} /> of <Owner account={account} />{" "}
      <code class="soft">{accountId}</code>
    </>
  );
}
