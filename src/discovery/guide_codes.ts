/**
 * Error codes in the guides. What all operations of a kind have stands once, with the words by which a reader sees
 * that an operation is of the kind; with an operation stand its other codes. Which codes a kind has is found in the
 * declarations.
 */
import type { Operation } from "../contract/declare/operation.ts";
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from "../contract/refusals/error_catalog.ts";
import { codesOf, mayNeedApproval } from "../contract/refusals/shared_codes.ts";

type Published = readonly Operation<never>[];
type Kind = { says: string; has(operation: Operation<never>): boolean };

const needsCredential = ({ principals }: Operation<never>) => !principals.includes("public");
const takes = (
  operation: Operation<never>,
  kind: "product_key" | "session" | "founder" | "agent",
) => needsCredential(operation) && operation.principals.includes(kind);
const isWrite = ({ type }: Operation<never>) => type === "write";

/** The kinds, by what the text of an operation shows. The wider ones first. */
const KINDS: readonly Kind[] = [
  { says: "Every operation", has: () => true },
  { says: "Every operation that takes a credential", has: needsCredential },
  { says: "Every write", has: isWrite },
  {
    says: "Every read that takes a credential",
    has: (one) => needsCredential(one) && !isWrite(one),
  },
  { says: "Every operation with a scope", has: ({ scope }) => scope !== undefined },
  { says: "Every operation for Product keys", has: (one) => takes(one, "product_key") },
  {
    says: "Every operation for Product keys in both environments",
    has: (one) => takes(one, "product_key") && one.environment === undefined,
  },
  {
    says: "Every operation for members",
    has: (one) => takes(one, "founder") || takes(one, "session"),
  },
  {
    says: "Every operation for members and not for Product keys",
    has: (one) =>
      (takes(one, "founder") || takes(one, "session")) && !one.principals.includes("product_key"),
  },
  {
    says: "Every write for members",
    has: (one) => isWrite(one) && (takes(one, "founder") || takes(one, "session")),
  },
  { says: "Every operation for agents", has: (one) => takes(one, "agent") },
  { says: "Every operation that an agent asks for in live", has: mayNeedApproval },
];

/** A kind with its operations, and the codes that they all have. */
type KindCodes = Kind & { operations: Published; codes: readonly ErrorCode[] };

/** The codes of the kinds, and those that an operation has beside them. */
export class SharedCodes {
  readonly #kinds: readonly KindCodes[];
  readonly #shown: Published;
  readonly #isWhole: boolean;

  /** `all`: those by which the kinds are known; `shown`: those of them that the guide has. */
  constructor(all: Published, shown: Published) {
    this.#kinds = KINDS.map((kind) => {
      const operations = all.filter((operation) => kind.has(operation));
      return { ...kind, operations, codes: commonCodesOf(operations) };
    });
    this.#shown = shown;
    this.#isWhole = shown.length === all.length;
  }

  /** The codes of the operation that no kind of it has. */
  ownOf(operation: Operation<never>): ErrorCode[] {
    const shared = new Set(
      this.#kinds.filter(({ has }) => has(operation)).flatMap(({ codes }) => codes),
    );
    return codesOf(operation).filter((code) => !shared.has(code));
  }

  /** A line for each kind, with the codes that no wider kind has before. */
  kindsText(): string {
    const lines = this.#kinds.flatMap(({ says, has, operations, codes }, at) => {
      if (!this.#shown.some(has)) return [];
      const wider = this.#kinds.slice(0, at).filter((other) => operations.every(other.has));
      const said = new Set(wider.flatMap((other) => other.codes));
      const own = codes.filter((code) => !said.has(code));
      return own.length === 0 ? [] : [`- ${says}: ${own.map(quoted).join(", ")}`];
    });
    return lines.join("\n");
  }

  /**
   * Each code that an operation of the guide can have, and each at all where the guide has all operations: its status,
   * its cause, what to do, what its details have.
   */
  text(): string {
    const shown = new Set(this.#shown.flatMap((operation) => codesOf(operation)));
    const codes = ERROR_CODES.filter((code) => this.#isWhole || shown.has(code));
    return `The envelope: \`{"error": {"code", "message", "details": {"operation", "docUrl", ...}}, "requestId"}\`. \`?\` marks a detail that not every refusal has.

${codes.map(codeLine).join("\n")}`;
  }
}

function commonCodesOf(operations: Published): ErrorCode[] {
  const [first, ...others] = operations;
  if (first === undefined) return [];
  return codesOf(first).filter((code) => others.every((other) => codesOf(other).includes(code)));
}

function codeLine(code: ErrorCode): string {
  const { httpStatus, cause, action, retryable, details } = ERROR_CATALOG[code];
  const named = details.map(({ name, required }) => `${name}${required ? "" : "?"}`).join(", ");
  const has = named === "" ? "" : ` Details: ${named}.`;
  return `- \`${code}\` (${httpStatus}${retryable ? ", retryable" : ""}): ${cause} ${action}${has}`;
}

function quoted(code: ErrorCode): string {
  return `\`${code}\``;
}
