/**
 * The public documents on the host root that describe the service to clients: the contract, the
 * GraphQL schema, the guides, the release, the reference page, a page for every error code.
 * Guarantees: each document has an ETag and a Content-Digest; the release names the digests of the
 * contract and of the schema that are served.
 */
import type { Operation } from "../contract/declare/operation.ts";
import { CONTRACT_VERSION } from "../contract/document/openapi.ts";
import type { PublishedKeys } from "../contract/records/signing_key.ts";
import { AUTHORIZATION_SERVER_PATH } from "../http/oauth_paths.ts";
import { AGENT_LOGIN_PATH, agentInterface, agentLoginPage } from "./agent_login.ts";
import {
  documentationPage,
  htmlPage,
  markdownDocument,
  type PageText,
  pageWithTwin,
} from "./documentation.ts";
import { errorPages } from "./error_pages.ts";
import { chosenDocument, type FixedDocument, fixedDocument } from "./fixed_document.ts";
import {
  described,
  fullGuide,
  type GuideWords,
  STREAMS_PATH,
  shortGuide,
  streamsPage,
  WALK_PATH,
  walkPage,
} from "./guide.ts";
import { areaPage, areasOf } from "./guide_areas.ts";
import { GUIDES_PATH } from "./guides/guide.ts";
import { guidesText, guideText, pathOf } from "./guides/guide_text.ts";
import { GUIDES } from "./guides/guides.ts";
import { oauthDocuments, type ScopesOfLogins } from "./oauth_documents.ts";
import { frameFiles } from "./page_frame.ts";
import { RECEIPT_KEYS_PATH, receiptKeyDocuments } from "./receipt_keys.ts";
import { referenceScripts } from "./reference_page.ts";
import { searchIndex } from "./search_index.ts";
import { startPage } from "./start_page.ts";

/** The commit that was built, and its time; both are absent where the build had no git checkout. */
export type Release = { commit?: string; releasedAt?: string };

export type DiscoveryParts = {
  operations: readonly Operation<never>[];
  /** Text of the contract document. */
  contractText: () => string | Promise<string>;
  /** Text of the GraphQL schema. */
  schemaText: () => string | Promise<string>;
  /** The words of the guides. */
  words: () => Promise<GuideWords>;
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
  const { contractText, schemaText, origin } = parts;
  const contract = fixedDocument(JSON_TYPE, contractText);
  const schema = fixedDocument(TEXT_TYPE, schemaText);
  const release = async () =>
    json({
      version: CONTRACT_VERSION,
      contractDigest: `sha256:${await contract.digest()}`,
      graphqlDigest: `sha256:${await schema.digest()}`,
      ...parts.release,
    });
  const short = shortText(parts);
  const longGuide = async () => fullGuide(parts, await parts.words());
  const root = {
    "application/json": fixedDocument(JSON_TYPE, () => json(descriptor(origin))),
    "text/html": htmlPage(short, "/llms.txt"),
    "text/markdown": markdownDocument(short),
  };
  return [
    ["/", chosenDocument(root, ["application/json", "text/html", "text/markdown"])],
    ["/openapi.json", contract],
    ["/schema.graphql", schema],
    ["/release.json", fixedDocument(JSON_TYPE, release)],
    ["/llms.txt", fixedDocument(TEXT_TYPE, short.markdown)],
    ["/llms-full.txt", fixedDocument(TEXT_TYPE, longGuide)],
    ...oauthDocuments(origin, parts.scopesOfLogins),
    ...receiptKeyDocuments(parts.receiptKeys),
    ...documentation(parts),
  ];
}

/** The short guide as a page. */
function shortText(parts: DiscoveryParts): PageText {
  return {
    origin: parts.origin,
    markdown: async () => shortGuide(parts, await parts.words()),
  };
}

/** The pages of the documentation; the twin of the first page is the short guide, which leads to all others. */
function documentation(parts: DiscoveryParts): [string, FixedDocument][] {
  const { operations, origin } = parts;
  const all = described(operations);
  const page = (path: string, markdown: () => string | Promise<string>) =>
    documentationPage(path, { origin, markdown });
  const areas = areasOf(all);
  return [
    ...pageWithTwin("/docs", {
      html: startPage(areas, "/docs.md"),
      markdown: markdownDocument(shortText(parts)),
    }),
    ...frameFiles(async () => searchIndex(operations, areas, await parts.words())),
    ...referenceScripts(),
    ...page(GUIDES_PATH, () => guidesText(origin)),
    ...GUIDES.flatMap((guide) => page(pathOf(guide), () => guideText(guide, origin))),
    ...page(AGENT_LOGIN_PATH, () => agentLoginPage(origin, parts.scopesOfLogins.ofAgents)),
    ...page(WALK_PATH, async () => walkPage(parts, await parts.words())),
    ...page(STREAMS_PATH, () => streamsPage(parts)),
    ...areas.flatMap((area) =>
      page(area.path, async () =>
        areaPage(area, { all, origin, tags: (await parts.words()).tags }),
      ),
    ),
    ...errorPages(origin),
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
    agents: agentInterface(origin),
    documents: {
      contract: `${origin}/openapi.json`,
      graphqlSchema: `${origin}/schema.graphql`,
      release: `${origin}/release.json`,
      guide: `${origin}/llms.txt`,
      fullGuide: `${origin}/llms-full.txt`,
      reference: `${origin}/docs`,
      documentation: `${origin}/docs.md`,
      eventStreams: `${origin}${STREAMS_PATH}.md`,
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
