/**
 * What is served of the pages for people: one HTML document on every path of `/console`, in which a script
 * shows the page of that path, and the files that the document names.
 * Guarantees: nothing is loaded from another host; no script or style stands in the document; the pages get
 * no data but by the published contract.
 * Does not know who asks, and which pages there are: the script does (`browser/routes.ts`).
 */
import { type FixedDocument, fixedDocument } from "../discovery/fixed_document.ts";
import type { HostDocument } from "../http/call/host_document.ts";
import type { Asset, Assets } from "./built_assets.ts";

export const CONSOLE_PATH = "/console";
const ASSETS_PATH = `${CONSOLE_PATH}/assets`;

/**
 * Trusted Types: no text becomes a script or markup, but for the address of the worker that solves proofs
 * of work, by the one policy that is named.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types solver";

/** Of all other paths below that of the files. */
const NOTHING: HostDocument = { counted: true, answer: async () => undefined };

/** `assets`: undefined where the pages were not built; then nothing is served. */
export function consoleDocuments(assets: Assets | undefined): [string, HostDocument][] {
  if (assets === undefined) return [];
  const { main, solver, style, icon } = assets;
  const shell = fixedDocument("text/html; charset=utf-8", () => page(assets), POLICY);
  return [
    [CONSOLE_PATH, shell],
    [`${CONSOLE_PATH}/*`, shell],
    [`${ASSETS_PATH}/*`, NOTHING],
    file(main, "text/javascript; charset=utf-8"),
    file(solver, "text/javascript; charset=utf-8"),
    file(style, "text/css; charset=utf-8"),
    file(icon, "image/svg+xml"),
  ];
}

function file({ name, text }: Asset, contentType: string): [string, FixedDocument] {
  const document = fixedDocument(contentType, () => text, undefined, { isForEver: true });
  return [`${ASSETS_PATH}/${name}`, document];
}

function page({ main, solver, style, icon }: Assets): string {
  const address = ({ name }: Asset) => `${ASSETS_PATH}/${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="solver" content="${address(solver)}">
<title>Console</title>
<link rel="icon" href="${address(icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${address(style)}">
<script type="module" src="${address(main)}"></script>
</head>
<body>
<noscript>These pages need JavaScript. Everything that they do can be asked for by the <a href="/docs">API</a> too.</noscript>
<div id="app"></div>
</body>
</html>
`;
}
