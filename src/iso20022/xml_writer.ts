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
/** The characters of XML 1.0 (section 2.2) without those of the first plane that are none. */
const WRITABLE = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/;

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

/** A whole document, in UTF-8, with the namespace of its root. Ends with a line feed. */
export function xmlDocument(root: XmlNode, namespace: string): string {
  const named = { ...root, attributes: { xmlns: namespace, ...root.attributes } };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(named, "")}`;
}

function written({ name, attributes, content }: XmlNode, indent: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const opened = `${indent}<${name}${said.join("")}>`;
  if (typeof content === "string") return `${opened}${escaped(content)}</${name}>\n`;
  const children = content.map((child) => written(child, `${indent}  `));
  return `${opened}\n${children.join("")}${indent}</${name}>\n`;
}

function escaped(value: string): string {
  return value.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
