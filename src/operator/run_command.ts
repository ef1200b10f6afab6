/**
 * Runs a command of the operator as its operation.
 * Guarantees: a repeatable command that is given again in the same words is done once. Its key is made
 * from its words, and a refusal, which moved nothing, does not use the words up: the command is then
 * tried anew under the next key, and whoever repeats it walks through the same keys.
 */
import { createHash, randomUUID } from "node:crypto";
import { canonicalText } from "../base/canonical_json.ts";
import { uuidOfHex } from "../base/uuid.ts";
import type { Environment } from "../contract/declare/principal.ts";
import { PAGE_LIMIT_MAX } from "../contract/values/formats.ts";
import type { Operator } from "./operator.ts";
import { type OperatorAsking, OperatorRefused } from "./operator_call.ts";
import { type Given, KEY_FLAG, type OperationCommand } from "./operator_command.ts";
import { inputOf } from "./operator_commands.ts";

/** How often the same words may be refused, until the operator must name a key. */
const REFUSALS_MAX = 1_000;

type Asked = { given: Given; user: string };
type Done = { result: unknown; notes?: string[] };

export async function runCommand(
  operator: Operator,
  command: OperationCommand,
  { given, user }: Asked,
): Promise<Done> {
  const input = inputOf(command, given);
  const asking = { user, ...environmentIn(command, given) };
  if (command.kind === "list")
    return { result: await everyPage(operator, command.operation, input, asking) };
  const named = given[KEY_FLAG];
  const isRepeatable = command.kind === "repeatable" && named === undefined;
  const key = isRepeatable ? undefined : (named ?? randomUUID());
  const { document, isReplayed } =
    key === undefined
      ? await onceInTheseWords(operator, command, input, asking)
      : await operator.ask(command.operation, input, { ...asking, key });
  const notes = [...notesOn(operator, command, document)];
  if (isReplayed) notes.push(isRepeatable ? DONE_BEFORE : DONE_UNDER_KEY);
  return { result: document, ...(notes.length > 0 && { notes }) };
}

/** Where the command acts, if it says so. */
function environmentIn(
  { environmentFlag = "" }: OperationCommand,
  given: Given,
): { environment?: Environment } {
  const named = given[environmentFlag];
  return named === undefined ? {} : { environment: named === "sandbox" ? "sandbox" : "live" };
}

const DONE_BEFORE =
  "nothing was done now: this command was done before, in the same words, and the answer is that of " +
  `then. If you mean another one, give another --reason or an --${KEY_FLAG}.`;
const DONE_UNDER_KEY =
  "nothing was done now: the key was used for this command before, and the answer is that of then.";

async function onceInTheseWords(
  operator: Operator,
  { operation }: OperationCommand,
  input: Record<string, unknown>,
  asking: Omit<OperatorAsking, "key">,
) {
  for (let refusals = 0; refusals < REFUSALS_MAX; refusals++) {
    const key = keyOfWords(operation, input, refusals);
    try {
      return await operator.ask(operation, input, { ...asking, key });
    } catch (cause) {
      if (!(cause instanceof OperatorRefused) || !cause.isReplayed) throw cause;
    }
  }
  throw new Error(`this command was refused ${REFUSALS_MAX} times: give an --${KEY_FLAG}`);
}

/** A UUID that is made of the words. */
function keyOfWords(operation: string, input: Record<string, unknown>, refusals: number): string {
  const words = `${operation}\n${refusals}\n${canonicalText(input)}`;
  return uuidOfHex(createHash("sha256").update(words).digest("hex"));
}

/** What an operator would else find out from a client whose requests are refused. */
function* notesOn(
  operator: Operator,
  { operation }: OperationCommand,
  document: unknown,
): Generator<string> {
  if (operation !== "platform.api_key.create") return;
  const { environment, productId } = document as { environment: string; productId: string };
  const product = operator.productOf(productId);
  if (product === undefined) return;
  if (environment === "live" && !product.liveActivated) {
    yield `Product ${productId} is not activated for live: every request with this key is refused with ` +
      `product_activation_required until \`product set --product ${productId} --live true\`.`;
  }
  if (product.status !== "active") {
    yield `Product ${productId} is ${product.status}: every request with this key is refused with ` +
      "product_access_suspended.";
  }
}

/** All items of a list of the operator, page by page. */
export async function everyPage(
  operator: Operator,
  operation: string,
  input: Record<string, unknown>,
  asking: Omit<OperatorAsking, "key">,
): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = {
      ...input,
      limit: String(PAGE_LIMIT_MAX),
      ...(cursor !== undefined && { cursor }),
    };
    const { document } = await operator.ask(operation, page, { ...asking, key: randomUUID() });
    const { items: more, nextCursor } = document as { items: unknown[]; nextCursor?: string };
    items.push(...more);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return items;
}
