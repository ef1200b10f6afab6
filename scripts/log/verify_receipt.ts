/**
 * `npm run log -- verify-receipt FILE --key FILE`: the check that anyone with a proof can run,
 * without a server and without a data directory. Reads two files and nothing else.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { publicKeysIn, type TrustedKeys } from "../../src/contract/records/signing_key.ts";
import { ProofRefused } from "../../src/features/receipt/proof_text.ts";
import { verifyAccountStatementProof } from "../../src/features/receipt/verify_account_statement_proof.ts";
import {
  type ProvenReceipt,
  verifyReceiptProof,
} from "../../src/features/receipt/verify_receipt_proof.ts";
import {
  proofKindOf,
  verifyStatementProof,
} from "../../src/features/receipt/verify_statement_proof.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";

/**
 * Prints what the proof proves and returns 0, or prints why it proves nothing and returns 1. Throws
 * `OptionError`.
 */
export function verifyReceipt(args: readonly string[]): number {
  const { proofPath, keyPath } = parsed(args);
  const keys = keysIn(keyPath);
  const text = readText(proofPath);
  try {
    const codecs = new FactCodecs(SHARD_REGISTRY.codecs);
    process.stdout.write(provenIn(text, keys, codecs));
    return 0;
  } catch (cause) {
    if (!(cause instanceof ProofRefused)) throw cause;
    process.stdout.write(`${proofPath}: NOT PROVEN: ${cause.message}\n`);
    return 1;
  }
}

/** What the file proves: a receipt; a statement of a Product with the receipt of its sealing; or a statement of an account. */
function provenIn(text: string, keys: TrustedKeys, codecs: FactCodecs): string {
  switch (proofKindOf(text)) {
    case "receipt":
      return reportOf(verifyReceiptProof(text, keys, codecs));
    case "statement":
      return statementReport(text, keys, codecs);
    case "account_statement":
      return accountReport(text, keys, codecs);
  }
}

function accountReport(text: string, keys: TrustedKeys, codecs: FactCodecs): string {
  const { statement, ...proven } = verifyAccountStatementProof(text, keys, codecs);
  const { accountId, month, closing, currency } = statement;
  const byRecord = proven.record === undefined ? "the key signed it" : "and its record has it";
  return `${[
    `statement of account ${accountId}: ${month}, ${statement.entryCount} entries`,
    `SIGNED: the whole statement; closing: ${closing} ${currency} (minor units), ${byRecord}`,
  ].join("\n")}\n${reportOf(proven)}`;
}

function statementReport(text: string, keys: TrustedKeys, codecs: FactCodecs): string {
  const { statement, ...proven } = verifyStatementProof(text, keys, codecs);
  const closings = statement.currencies.map(({ currency, closing }) => `${closing} ${currency}`);
  return `${[
    `statement ${statement.statementId}: ${statement.month} of ${statement.productId}, sealed at ${statement.sealedAt}`,
    `PROVEN: the record of its sealing has it, whole; closing: ${closings.join(", ")} (minor units)`,
  ].join("\n")}\n${reportOf(proven)}`;
}

function reportOf({ proof, ofRecord, signedOnly }: ProvenReceipt): string {
  const { receipt, inclusion, treeHead } = proof;
  return `${[
    `receipt ${receipt.receiptId}: ${receipt.operation} ${receipt.outcome} at ${receipt.createdAt}`,
    `PROVEN: its record is leaf ${inclusion.leafIndex} of the ${treeHead.treeSize} of log ${treeHead.logId}`,
    `under the root ${treeHead.rootHash}`,
    `signed at ${treeHead.timestamp} by the key ${treeHead.keyId}`,
    `as the record says: ${ofRecord.join(", ")}`,
    `as the key signed: ${signedOnly.join(", ")}`,
  ].join("\n")}\n`;
}

function parsed(args: readonly string[]): { proofPath: string; keyPath: string } {
  let given: { values: { key?: string | undefined }; positionals: string[] };
  try {
    const options = { key: { type: "string" } } as const;
    given = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    throw new OptionError((cause as Error).message, { cause });
  }
  const [proofPath, ...more] = given.positionals;
  if (proofPath === undefined || more.length > 0) {
    throw new OptionError(
      "verify-receipt takes one file: the body of GET /receipts/ID/proof, /statements/ID/proof or /accounts/ID/statements/MONTH/proof",
    );
  }
  const keyPath = given.values.key;
  if (keyPath !== undefined) return { proofPath, keyPath };
  throw new OptionError("--key FILE is required: as /.well-known/receipt-keys.json gave it");
}

function keysIn(path: string): TrustedKeys {
  const text = readText(path);
  try {
    const keys = publicKeysIn(text);
    if (keys.size > 0) return keys;
  } catch {
    // A text that is not a key, or has a time that is no time, gets the error below, as a key of another kind does.
  }
  throw new OptionError(`${path} holds no Ed25519 key: neither as a JWK set nor as PEM`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new OptionError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
