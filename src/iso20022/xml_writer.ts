/**
 * Writes XML: elements in the order in which they are given, one a line, so that the same values are the same bytes. What XML cannot say
 * at all (control characters) throws: whoever calls has made the text writable before.
 */
import { invariant } from "../base/invariant.ts";

export type XmlNode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly XmlNode[];
};

/** What may stand between elements: one, several, or none where it is undefined. */
export type XmlPart = XmlNode | readonly XmlNode[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** The characters of XML 1.0 (section 2.2). */
const WRITABLE = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** An element that holds a text. */
export function text(
  name: string,
  content: string,
  attributes: Readonly<Record<string, string>> = {},
): XmlNode {
  invariant(WRITABLE.test(content), "the text of an element has characters that XML has");
  return { name, attributes, content };
}

/** An element that holds a text, where there is one. */
export function textIf(name: string, content: string | undefined): XmlNode | undefined {
  return content === undefined || content === "" ? undefined : text(name, content);
}

/** An element that holds elements, in this order. */
export function element(name: string, ...parts: readonly XmlPart[]): XmlNode {
  return { name, attributes: {}, content: parts.flatMap((part) => part ?? []) };
}

export const XML_DECLARATION = `<?xml version="1.0" encoding="UTF-8"?>\n`;

/** A whole document, in UTF-8, with the namespace of its root. Ends with a line feed. */
export function xmlDocument(root: XmlNode, namespace: string): string {
  const named = { ...root, attributes: { xmlns: namespace, ...root.attributes } };
  return `${XML_DECLARATION}${written(named, "")}`;
}

/** An element within others that were begun by `elementStart`, so that a document can be written piece by piece. */
export function elementText(node: XmlNode, depth: number): string {
  return written(node, "  ".repeat(depth));
}

/** The beginning of an element whose parts follow, each one deeper; `elementEnd` ends it. */
export function elementStart(
  name: string,
  depth: number,
  attributes: XmlNode["attributes"] = {},
): string {
  return `${"  ".repeat(depth)}<${name}${attributesText(attributes)}>\n`;
}

export function elementEnd(name: string, depth: number): string {
  return `${"  ".repeat(depth)}</${name}>\n`;
}

function written({ name, attributes, content }: XmlNode, indent: string): string {
  const opened = `${indent}<${name}${attributesText(attributes)}>`;
  if (typeof content === "string") return `${opened}${escaped(content)}</${name}>\n`;
  const children = content.map((child) => written(child, `${indent}  `));
  return `${opened}\n${children.join("")}${indent}</${name}>\n`;
}

function attributesText(attributes: XmlNode["attributes"]): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return said.join("");
}

function escaped(value: string): string {
  return value.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
