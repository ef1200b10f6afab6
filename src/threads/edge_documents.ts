/** What stands at the root of an edge's host: what the host says of itself, and the pages for people. */
import { readFileSync } from "node:fs";
import { builtAssets } from "../console/built_assets.ts";
import { consoleDocuments } from "../console/console_documents.ts";
import type { Operation } from "../contract/declare/operation.ts";
import { openPublishedKeys } from "../contract/records/signing_key.ts";
import { discoveryDocuments, type Release } from "../discovery/discovery.ts";
import { ERROR_DOCS_PATH } from "../discovery/error_pages.ts";
import type { GuideWords } from "../discovery/guide.ts";
import type { ScopesOfLogins } from "../discovery/oauth_documents.ts";
import type { HostDocument } from "../http/call/host_document.ts";
import type { EdgeThreadData } from "./worker_data.ts";

export type DocumentsWiring = {
  // biome-ignore lint/suspicious/noExplicitAny: the edge serves operations of any shard state
  operations: readonly Operation<any>[];
  /** Texts of the contract document and of the GraphQL schema. */
  contractText: () => Promise<string>;
  schemaText: () => Promise<string>;
  /** The scopes of programs that people let in. */
  scopesOfLogins: ScopesOfLogins;
  /** The words of the guides. */
  words: () => Promise<GuideWords>;
};

/** By path. */
export function edgeDocuments(
  { docsUrl, keys }: EdgeThreadData,
  { operations, contractText, schemaText, scopesOfLogins, words }: DocumentsWiring,
): [string, HostDocument][] {
  const discovery = discoveryDocuments({
    ...{ operations, contractText, schemaText, words, scopesOfLogins },
    origin: originOf(docsUrl),
    release: releaseBuilt(),
    receiptKeys: openPublishedKeys(keys.receiptKeys),
  });
  const pages = consoleDocuments(builtAssets(new URL("../console/", import.meta.url)));
  return [...discovery, ...pages];
}

/** Scheme, name and port that clients reach this server by. */
export function originOf(docsUrl: string): string {
  return docsUrl.slice(0, -ERROR_DOCS_PATH.length);
}

/** The release that the build wrote beside this program; empty when the sources run unbuilt. */
function releaseBuilt(): Release {
  try {
    return JSON.parse(readFileSync(new URL("../release.json", import.meta.url), "utf8")) as Release;
  } catch {
    return {};
  }
}
