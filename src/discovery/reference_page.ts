/**
 * `/docs`: the contract as a page for people, drawn by Swagger UI from `/openapi.json`. Everything
 * comes from this host: the page's Content-Security-Policy allows no other host.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";

/** The images of the library's style sheet stand in it as `data:` addresses. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Money movement platform: reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript; <a href="/llms-full.txt">the same as text</a> does not.</noscript>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Swagger UI warns of the contract's JSON Schema dialect, although it can read it, and links to a
 * licence that is not public. So the page gives Swagger UI the contract without those two lines.
 */
const START = `fetch("/openapi.json").then((response) => response.json()).then((contract) => {
  delete contract.jsonSchemaDialect;
  delete contract.info.license;
  SwaggerUIBundle({
    spec: contract,
    dom_id: "#reference",
    deepLinking: true,
    docExpansion: "list",
    filter: true,
    displayOperationId: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
});
`;

const SCRIPT = "text/javascript; charset=utf-8";

/** The page, its script, and the two files of the library. */
export function referencePage(): [string, FixedDocument][] {
  return [
    ["/docs", fixedDocument("text/html; charset=utf-8", () => PAGE, POLICY)],
    ["/docs/start.js", fixedDocument(SCRIPT, () => START)],
    ["/docs/swagger-ui-bundle.js", fixedDocument(SCRIPT, () => asset("swagger-ui-bundle.js"))],
    [
      "/docs/swagger-ui.css",
      fixedDocument("text/css; charset=utf-8", () => asset("swagger-ui.css")),
    ],
  ];
}

function asset(name: string): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), "utf8");
}
