/**
 * The signed statements about a log's tree, and the proof in an answer. Signatures are
 * Ed25519 over UTF-8 text that begins with the name of the kind of statement, so that no signature is
 * valid for another kind; then JSON with sorted keys and no white space (RFC 8785 for these values):
 *
 *   tree-head.1\n{"keyId":…,"logId":…,"rootHash":…,"timestamp":…,"treeSize":…}
 *   receipt.1\n{…the receipt, every field…}
 *   account_statement.1\n{…the statement of an account, every field…}
 */
import { type KeyObject, sign, verify } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { canonicalJson } from "../../base/canonical_json.ts";
import type { Place } from "../../base/id.ts";
import { Timestamp } from "../values/formats.ts";

/** Most elements of a path, which is as long as the tree is high: no log reaches 2^48 records. */
export const PATH_MAX = 48;

export const Digest = Type.String({
  pattern: "^[0-9a-f]{64}$",
  description: "SHA-256, hexadecimal.",
});
export const LogId = Type.String({
  pattern: "^[0-9a-f]{32}$",
  description: "Tells one log from every other.",
});
export const Signature = Type.String({
  pattern: "^[0-9a-f]{128}$",
  description: "Ed25519, hexadecimal.",
});

export const TreeHead = Type.Object(
  {
    logId: LogId,
    treeSize: Type.Integer({ minimum: 1, description: "Records of the log that are leaves." }),
    rootHash: Digest,
    timestamp: Timestamp,
    keyId: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$", description: "RFC 7638 thumbprint." }),
    signature: Signature,
  },
  { title: "TreeHead", additionalProperties: false },
);
export type TreeHead = Static<typeof TreeHead>;

export const Inclusion = Type.Object(
  {
    leafIndex: Type.Integer({ minimum: 0 }),
    path: Type.Array(Digest, { maxItems: PATH_MAX, description: "Siblings from the leaf up." }),
  },
  { title: "Inclusion", additionalProperties: false },
);
export type Inclusion = Static<typeof Inclusion>;

/** What the platform states of its kind; a signature is over the `statementText` of it. */
export type Statement = {
  kind: "receipt.1" | "account_statement.1";
  stated: Readonly<Record<string, unknown>>;
};

/** What an answer needs from the tree: a proof of a record, and signatures of statements. */
export type Proving = {
  place: Place;
  /** What the body shows before the proof. */
  shown: Readonly<Record<string, unknown>>;
  /** By the field of the body that has the signature. */
  statements: Readonly<Record<string, Statement>>;
};

/** The answer of the tree to a `Proving`. */
export type Proven = {
  inclusion: Inclusion;
  treeHead: TreeHead;
  /** Of the statements, by the key that signed the tree head. */
  signatures: Readonly<Record<string, string>>;
};

/** The body of an answer with its proof. */
export function provenBody(
  { shown }: Pick<Proving, "shown">,
  { inclusion, treeHead, signatures }: Proven,
): string {
  return JSON.stringify({ ...shown, inclusion, treeHead, ...signatures });
}

/** The signatures of the statements under the key, by their fields. */
export function signaturesOf(
  statements: Proving["statements"],
  key: KeyObject,
): Proven["signatures"] {
  return Object.fromEntries(
    Object.entries(statements).map(([field, each]) => [field, signText(statementText(each), key)]),
  );
}

export function headText({ signature: _, ...head }: TreeHead): string {
  return `tree-head.1\n${canonicalJson(head)}`;
}

export function statementText({ kind, stated }: Statement): string {
  return `${kind}\n${canonicalJson(stated)}`;
}

/** The signature of the text, hexadecimal. */
export function signText(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString("hex");
}

export function isSigned(text: string, signature: string, key: KeyObject): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "hex"));
}
