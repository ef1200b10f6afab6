/**
 * The public documents on the host root that describe the service to clients: the contract, the
 * GraphQL schema, the guides, the release, the reference page, a page for every error code.
 * Guarantees: each document has an ETag and a Content-Digest; the release names the digests of the
 * contract and of the schema that are served.
 */
import { CONTRACT_VERSION } from "../contract/openapi.ts";
import type { Operation } from "../contract/operation.ts";
import type { PublishedKeys } from "../contract/signing_key.ts";
import type { WalkStep } from "../contract/walk_step.ts";
import { AUTHORIZATION_SERVER_PATH } from "../http/oauth_paths.ts";
import { errorPages } from "./error_pages.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";
import { fullGuide, shortGuide } from "./guide.ts";
import { oauthDocuments, type ScopesOfLogins } from "./oauth_documents.ts";
import { RECEIPT_KEYS_PATH, receiptKeyDocuments } from "./receipt_keys.ts";
import { referencePage } from "./reference_page.ts";

/** The commit that was built, and its time; both are absent where the build had no git checkout. */
export type Release = { commit?: string; releasedAt?: string };

export type DiscoveryParts = {
  operations: readonly Operation<never>[];
  /** Text of the contract document. */
  contractText: () => string | Promise<string>;
  /** Text of the GraphQL schema. */
  schemaText: () => string | Promise<string>;
  /** The walk of the full guide. */
  walk: () => Promise<readonly WalkStep[]>;
  /** Scheme and host that clients use. */
  origin: string;
  release: Release;
  scopesOfLogins: ScopesOfLogins;
  /** The public halves of the keys that sign receipts' proofs, or did. */
  receiptKeys: PublishedKeys;
};

const JSON_TYPE = "application/json";
const TEXT_TYPE = "text/plain; charset=utf-8";

export function discoveryDocuments(parts: DiscoveryParts): [string, FixedDocument][] {
  const { operations, contractText, schemaText, origin } = parts;
  const contract = fixedDocument(JSON_TYPE, contractText);
  const schema = fixedDocument(TEXT_TYPE, schemaText);
  const release = async () =>
    json({
      version: CONTRACT_VERSION,
      contractDigest: `sha256:${await contract.digest()}`,
      graphqlDigest: `sha256:${await schema.digest()}`,
      ...parts.release,
    });
  const longGuide = async () => fullGuide(operations, origin, await parts.walk());
  return [
    ["/", fixedDocument(JSON_TYPE, () => json(descriptor(origin)))],
    ["/openapi.json", contract],
    ["/schema.graphql", schema],
    ["/release.json", fixedDocument(JSON_TYPE, release)],
    ["/llms.txt", fixedDocument(TEXT_TYPE, () => shortGuide(operations, origin))],
    ["/llms-full.txt", fixedDocument(TEXT_TYPE, longGuide)],
    ...oauthDocuments(origin, parts.scopesOfLogins),
    ...receiptKeyDocuments(parts.receiptKeys),
    ...referencePage(),
    ...errorPages(),
  ];
}

/** The root document: it links all other documents, for a client that knows only the host. */
function descriptor(origin: string): object {
  return {
    name: "Money movement platform",
    version: CONTRACT_VERSION,
    api: `${origin}/v1`,
    graphql: `${origin}/v1/graphql`,
    console: `${origin}/console`,
    documents: {
      contract: `${origin}/openapi.json`,
      graphqlSchema: `${origin}/schema.graphql`,
      release: `${origin}/release.json`,
      guide: `${origin}/llms.txt`,
      fullGuide: `${origin}/llms-full.txt`,
      reference: `${origin}/docs`,
      errors: `${origin}/docs/errors/{code}`,
      errorList: `${origin}/docs/errors`,
      receiptKeys: origin + RECEIPT_KEYS_PATH,
      authorizationServer: origin + AUTHORIZATION_SERVER_PATH,
    },
    health: { live: `${origin}/healthz`, ready: `${origin}/readyz` },
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
