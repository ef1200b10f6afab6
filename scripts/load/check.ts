/**
 * The check after the load: accounts must have exactly the balances that follow from the acknowledged
 * requests. First the requests without an answer are sent again under their own keys: none may run
 * twice, and the answers tell their outcomes.
 */
import { type Client, type Document, each, textAt } from "./client.ts";
import type { LoadRequest, Workload } from "./workload.ts";

export type Checked = {
  /** The checks that passed, one sentence for each. */
  findings: readonly string[];
  /** The checks that failed, one sentence for each. */
  problems: readonly string[];
};

/** The most attempts to learn the outcome of a request. */
const ATTEMPTS_MAX = 5;
/**
 * Accounts whose transfers are counted one by one, and the most transfers that are read for that.
 */
const SAMPLED_ACCOUNTS = 4;
const SAMPLED_TRANSFERS_MAX = 20_000;
/** Problems of one kind that are reported in full. */
const TOLD_MAX = 5;

/** Checks all accounts. Throws `LoadRefused` when the server does not answer any more. */
export async function check(
  client: Client,
  workload: Workload,
  accountIds: readonly string[],
  unknown: readonly LoadRequest[],
): Promise<Checked> {
  const findings: string[] = [];
  const problems: string[] = [];
  await settleUnknown(client, workload, unknown, { findings, problems });
  await checkBalances(client, workload, accountIds, { findings, problems });
  await checkTransfers(client, workload, accountIds, { findings, problems });
  return { findings, problems };
}

type Found = { findings: string[]; problems: string[] };

async function settleUnknown(
  client: Client,
  workload: Workload,
  unknown: readonly LoadRequest[],
  { findings, problems }: Found,
): Promise<void> {
  const writes = unknown.filter(({ method }) => method === "POST");
  let open = 0;
  await each(writes.length, async (index) => {
    const { path, body, idempotencyKey, step } = writes[index] as LoadRequest;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const answer = await client.send("POST", path, body, idempotencyKey);
      if (answer.status >= 500 || answer.status === 429) continue;
      if (answer.status < 300) workload.accept(step, Buffer.from(JSON.stringify(answer.body)));
      return;
    }
    open++;
  });
  if (open > 0) problems.push(`${open} requests have no known outcome, even when sent again`);
  else if (writes.length > 0) {
    findings.push(`${writes.length} requests without an answer: settled by sending them again`);
  }
}

async function checkBalances(
  client: Client,
  { book }: Workload,
  accountIds: readonly string[],
  { findings, problems }: Found,
): Promise<void> {
  const before = problems.length;
  let posted = 0n;
  let held = 0n;
  let wrong = 0;
  await each(accountIds.length, async (index) => {
    const balance = await client.get(`/accounts/${accountIds[index]}/balance`);
    const own = { posted: amountOf(balance, "posted"), held: amountOf(balance, "held") };
    posted += own.posted;
    held += own.held;
    const wantPosted = BigInt(book.posted[index] as number);
    const wantHeld = BigInt(book.held[index] as number);
    const available = amountOf(balance, "available");
    if (own.posted === wantPosted && own.held === wantHeld) {
      if (available === wantPosted - wantHeld) return;
    }
    if (++wrong > TOLD_MAX) return;
    problems.push(
      `account ${accountIds[index]} has posted ${own.posted}, held ${own.held}, available ` +
        `${available}; acknowledged were posted ${wantPosted}, held ${wantHeld}`,
    );
  });
  if (wrong > TOLD_MAX) problems.push(`and ${wrong - TOLD_MAX} more accounts`);
  const funded = BigInt(book.fundedMinor) * BigInt(accountIds.length);
  if (posted !== funded) problems.push(`accounts hold ${posted} together, funded were ${funded}`);
  if (problems.length > before) return;
  findings.push(
    `${accountIds.length} accounts hold ${posted} together, as funded, ${held} of it reserved`,
    `each account holds what the ${book.moved} acknowledged transfers left on it`,
  );
}

/** Counts the posted transfers of the accounts with the fewest transfers. */
async function checkTransfers(
  client: Client,
  { book }: Workload,
  accountIds: readonly string[],
  { findings, problems }: Found,
): Promise<void> {
  const order = [...accountIds.keys()].sort(
    (a, b) => (book.transfers[a] as number) - (book.transfers[b] as number),
  );
  let accounts = 0;
  let transfers = 0;
  for (const index of order.slice(0, SAMPLED_ACCOUNTS)) {
    const wanted = book.transfers[index] as number;
    if (transfers + wanted > SAMPLED_TRANSFERS_MAX) break;
    const listed = await countPosted(client, accountIds[index] as string, wanted + 1);
    if (listed !== wanted) {
      problems.push(`account ${accountIds[index]} lists ${listed} posted transfers, not ${wanted}`);
    }
    accounts++;
    transfers += wanted;
  }
  if (accounts === 0) findings.push("no list of transfers was short enough to be counted");
  else findings.push(`${accounts} accounts list their ${transfers} posted transfers, none twice`);
}

/** The number of different posted transfers in an account's list; stops at more than `most`. */
async function countPosted(client: Client, accountId: string, most: number): Promise<number> {
  const ids = new Set<string>();
  let listed = 0;
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/accounts/${accountId}/transfers?status=posted&limit=100${after}`;
    const page = await client.get(path);
    for (const item of page["items"] as readonly Document[]) {
      ids.add(textAt(item, "transferId"));
      listed++;
    }
    cursor = page["nextCursor"] as string | undefined;
  } while (cursor !== undefined && listed <= most);
  return listed === ids.size ? listed : Number.NaN;
}

function amountOf(balance: Document, field: string): bigint {
  return BigInt(textAt(balance, field));
}
