/**
 * The example of an operation as programs: curl, TypeScript (fetch) and Python (requests). Address
 * and credential are environment variables, so that a sample runs as it stands and no credential
 * gets into a history of commands.
 */
import type { Operation } from "../declare/operation.ts";
import { type Example, exampleTarget } from "./example.ts";

/** One entry of `x-codeSamples`. */
export type CodeSample = { lang: string; label?: string; source: string };

/** What all samples of an operation have in common. */
type Call = {
  method: string;
  target: string;
  /** Headers that come from variables of the environment; none where anybody may ask. */
  credentials: readonly Credential[];
  needsKey: boolean;
  body: unknown;
  /** The media type of a file; undefined where the answer is JSON. */
  fileType: string | undefined;
  /** False: the answer has no body. */
  isAnswered: boolean;
};

/** A header whose value is the text and the variable of the environment behind it. */
type Credential = { header: string; text: string; variable: string };

export function codeSamples(operation: Operation<never>, example: Example): CodeSample[] {
  const { http, principals, type } = operation;
  const call: Call = {
    method: http.method,
    target: exampleTarget(http.path, example),
    credentials: credentialsOf(principals, type),
    needsKey: type === "write",
    body: example.body,
    fileType: operation.type === "read" ? operation.file?.mediaType : undefined,
    isAnswered: http.status !== 204,
  };
  return [
    { lang: "Shell", label: "curl", source: curlOf(call) },
    { lang: "TypeScript", source: typeScriptOf(call) },
    { lang: "Python", source: pythonOf(call) },
  ];
}

/**
 * Product keys are in `API_KEY`, the tokens of members in `TOKEN`. Of a browser session the whole cookie is
 * in `SESSION_COOKIE`, and what the session's writes carry in `CSRF_TOKEN`.
 */
function credentialsOf(
  principals: Operation<never>["principals"],
  type: Operation<never>["type"],
): Credential[] {
  if (principals.includes("public")) return [];
  const bearer = { header: "Authorization", text: "Bearer " };
  if (principals.includes("product_key")) return [{ ...bearer, variable: "API_KEY" }];
  if (!principals.includes("session") || principals.includes("founder")) {
    return [{ ...bearer, variable: "TOKEN" }];
  }
  const cookie = { header: "Cookie", text: "", variable: "SESSION_COOKIE" };
  const csrf = { header: "X-CSRF-Token", text: "", variable: "CSRF_TOKEN" };
  return type === "write" ? [cookie, csrf] : [cookie];
}

/** A new UUID in any shell: `uuidgen` where it is installed, else what Linux itself makes. */
export const NEW_UUID = "$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)";

function curlOf({ method, target, credentials, needsKey, body, fileType }: Call): string {
  const isUsual = method === (body === undefined ? "GET" : "POST");
  const parts = [`curl -sS ${isUsual ? "" : `-X ${method} `}"$BASE_URL${target}"`];
  for (const { header, text, variable } of credentials) {
    parts.push(`-H "${header}: ${text}$${variable}"`);
  }
  if (needsKey) parts.push(`-H "Idempotency-Key: ${NEW_UUID}"`);
  if (fileType !== undefined) parts.push(`-H "Accept: ${fileType}"`);
  if (body !== undefined) {
    parts.push('-H "Content-Type: application/json"');
    // A quotation mark ends the text of a shell, so it stands outside of it.
    parts.push(`-d '${sampleJson(body).replaceAll("'", "'\\''")}'`);
  }
  return parts.join(" \\\n  ");
}

function typeScriptOf(call: Call): string {
  const { method, target, credentials, needsKey, body, fileType, isAnswered } = call;
  const headers: string[] = [];
  for (const { header, text, variable } of credentials) {
    headers.push(`${TYPESCRIPT.name(header)}: \`${text}\${process.env.${variable}}\``);
  }
  if (needsKey) headers.push('"Idempotency-Key": crypto.randomUUID()');
  if (fileType !== undefined) headers.push(`Accept: "${fileType}"`);
  if (body !== undefined) headers.push('"Content-Type": "application/json"');
  const options: string[] = [];
  if (method !== "GET") options.push(`method: "${method}"`);
  if (headers.length === 1) options.push(`headers: { ${headers[0]} }`);
  if (headers.length > 1) options.push(`headers: {\n    ${headers.join(",\n    ")},\n  }`);
  if (body !== undefined)
    options.push(`body: JSON.stringify(${indented(valueText(body, TYPESCRIPT), "  ")})`);
  const second = options.length === 0 ? "" : `, {\n  ${options.join(",\n  ")},\n}`;
  const answer = `, await response.${fileType === undefined ? "json" : "text"}()`;
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${target}\`${second});`,
    `console.log(response.status${isAnswered ? answer : ""});`,
  ].join("\n");
}

function pythonOf(call: Call): string {
  const { method, target, credentials, needsKey, body, fileType, isAnswered } = call;
  const headers: string[] = [];
  for (const { header, text, variable } of credentials) {
    const before = text === "" ? "" : `${JSON.stringify(text)} + `;
    headers.push(`"${header}": ${before}os.environ["${variable}"]`);
  }
  if (needsKey) headers.push('"Idempotency-Key": str(uuid.uuid4())');
  if (fileType !== undefined) headers.push(`"Accept": "${fileType}"`);
  const parts = [`os.environ["BASE_URL"] + ${JSON.stringify(target)}`];
  if (headers.length === 1) parts.push(`headers={${headers[0]}}`);
  if (headers.length > 1) parts.push(`headers={\n        ${headers.join(",\n        ")},\n    }`);
  if (body !== undefined) parts.push(`json=${indented(valueText(body, PYTHON), "    ")}`);
  return [
    ["import os", ...(needsKey ? ["import uuid"] : []), "import requests"].join("\n"),
    "",
    `response = requests.${method.toLowerCase()}(\n    ${parts.join(",\n    ")},\n)`,
    "response.raise_for_status()",
    `print(response.${!isAnswered ? "status_code" : fileType === undefined ? "json()" : "text"})`,
  ].join("\n");
}

/** The longest object or list that stands in one line, characters. */
const LINE_MAX = 60;

type Notation = {
  /** How far the parts of a value that takes several lines stand to the right. */
  indent: string;
  name(text: string): string;
  /** The text of a value that is no object and no list. */
  leaf(value: unknown): string;
};

const JSON_NOTATION: Notation = { indent: "  ", name: JSON.stringify, leaf: JSON.stringify };
/** Names that need no quotation marks have none. */
const TYPESCRIPT: Notation = {
  ...JSON_NOTATION,
  name: (text) => (/^[A-Za-z]\w*$/.test(text) ? text : JSON.stringify(text)),
};
const PYTHON: Notation = {
  indent: "    ",
  name: JSON.stringify,
  leaf(value) {
    if (typeof value === "boolean") return value ? "True" : "False";
    return value === null ? "None" : JSON.stringify(value);
  },
};

/** The body of a request as the sample for a shell sends it. */
export function sampleJson(body: unknown): string {
  return valueText(body, JSON_NOTATION);
}

/** The text of a value; an object or a list that is short stands in one line. */
function valueText(value: unknown, notation: Notation): string {
  if (typeof value !== "object" || value === null) return notation.leaf(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => valueText(item, notation))
    : Object.entries(value).map(
        ([name, item]) => `${notation.name(name)}: ${valueText(item, notation)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return open + close;
  const space = isList ? "" : " ";
  const line = `${open}${space}${items.join(", ")}${space}${close}`;
  if (line.length <= LINE_MAX && !line.includes("\n")) return line;
  const { indent } = notation;
  const lines = items.map((item) => indent + indented(item, indent));
  return `${open}\n${lines.join(",\n")}\n${close}`;
}

/** The text with every line but the first moved to the right. */
function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}
