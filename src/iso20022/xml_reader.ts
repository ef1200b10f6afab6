/**
 * Reads a file of XML into its elements, with the line of each, by saxes (decisions/0143).
 * Guarantees: a file with a document type, and so with an entity of its own, is refused: nothing is expanded
 * and nothing is fetched; size, depth and number of elements and attributes are bounded; whatever is no well-formed XML is refused with its line.
 */
import { SaxesParser } from "saxes";
import { saidText } from "./said_text.ts";

/** The largest file, bytes: some 20,000 entries of a statement. */
export const FILE_BYTES_MAX = 16_777_216;
/** Elements within elements: the messages that are read have some 15. */
export const DEPTH_MAX = 40;
export const ELEMENTS_MAX = 1_000_000;
/** Attributes of one element: the messages that are read have one, beside namespaces. A parser looks at each for each. */
export const ATTRIBUTES_MAX = 100;

/** A file, or a place in it, that cannot be read. The message begins with the line, and shows of the file what may be shown. */
export class FileFault extends Error {
  override readonly name = "FileFault";

  constructor(message: string, line: number | undefined) {
    const said = saidText(message);
    super(line === undefined ? said : `line ${line}: ${said}`);
  }
}

export type XmlElement = {
  /** Without the prefix of its namespace. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** What stands in it outside of its elements, without space around it. */
  text: string;
  children: readonly XmlElement[];
  line: number;
};
type Open = XmlElement & { children: XmlElement[] };

/** The root of the file, with the namespace that every element of it has. Throws `FileFault`. */
export function readXml(bytes: Uint8Array): { root: XmlElement; namespace: string } {
  if (bytes.length > FILE_BYTES_MAX) {
    throw new FileFault(`the file has ${bytes.length} bytes; at most ${FILE_BYTES_MAX}`, undefined);
  }
  const reading = new Reading();
  return reading.read(textOf(bytes));
}

class Reading {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #open: Open[] = [];
  #elements = 0;
  #attributes = 0;
  #root: { root: XmlElement; namespace: string } | undefined;

  read(text: string): { root: XmlElement; namespace: string } {
    const parser = this.#parser;
    parser.on("error", ({ message }) => this.#fail(message.replace(/^\d+:\d+: /, "")));
    parser.on("doctype", () => this.#fail("a document type is not allowed"));
    parser.on("xmldecl", ({ encoding = "UTF-8" }) => {
      if (encoding.toUpperCase() !== "UTF-8") this.#fail(`the encoding is ${encoding}, not UTF-8`);
    });
    parser.on("attribute", () => {
      if (++this.#attributes > ATTRIBUTES_MAX) {
        this.#fail(`an element has more than ${ATTRIBUTES_MAX} attributes`);
      }
    });
    parser.on("opentag", (tag) => this.#opened(tag));
    parser.on("closetag", () => this.#closed());
    parser.on("text", (more) => this.#added(more));
    parser.on("cdata", (more) => this.#added(more));
    parser.write(text).close();
    if (this.#root === undefined) throw new FileFault("the file has no element", 1);
    return this.#root;
  }

  #opened({ local, uri, attributes }: { local: string; uri: string; attributes: object }): void {
    this.#attributes = 0;
    if (++this.#elements > ELEMENTS_MAX) this.#fail(`more than ${ELEMENTS_MAX} elements`);
    if (this.#open.length >= DEPTH_MAX) this.#fail(`more than ${DEPTH_MAX} elements in each other`);
    const said = Object.values(attributes) as { local: string; prefix: string; value: string }[];
    const own = said.filter(({ prefix }) => prefix === "");
    const { line } = this.#parser;
    const opened: Open = {
      name: local,
      attributes: Object.fromEntries(own.map(({ local: key, value }) => [key, value])),
      text: "",
      children: [],
      line,
    };
    this.#open.at(-1)?.children.push(opened);
    if (this.#open.length === 0) this.#root = { root: opened, namespace: uri };
    else if (uri !== this.#root?.namespace) this.#leaveOut(opened);
    this.#open.push(opened);
  }

  /** An element of another namespace is an extension of the bank's own, which nobody here reads. */
  #leaveOut(opened: Open): void {
    this.#open.at(-1)?.children.splice(-1, 1);
    opened.name = "";
  }

  #closed(): void {
    const closed = this.#open.pop();
    if (closed !== undefined) closed.text = closed.text.trim();
  }

  #added(more: string): void {
    const inner = this.#open.at(-1);
    if (inner !== undefined) inner.text += more;
  }

  #fail(message: string): never {
    throw new FileFault(message, this.#parser.line);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileFault("the file is no UTF-8", undefined);
  }
}

/** The first element of this name in another, where there is one. */
export function child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((one) => one.name === name);
}

export function childrenOf(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return (parent?.children ?? []).filter((one) => one.name === name);
}

/** The element at the end of a way of first elements. */
export function at(parent: XmlElement | undefined, ...names: readonly string[]) {
  return names.reduce<XmlElement | undefined>((inner, name) => child(inner, name), parent);
}

/** The text at the end of a way of first elements; undefined where there is no such element, or nothing in it. */
export function textAt(
  parent: XmlElement | undefined,
  ...names: readonly string[]
): string | undefined {
  return at(parent, ...names)?.text || undefined;
}

/** The element at the end of a way that the message must have, and of which it has one: of two nobody knows which is meant. Throws `FileFault`. */
export function needed(parent: XmlElement, ...names: readonly string[]): XmlElement {
  let found = parent;
  for (const name of names) {
    const [first, second] = childrenOf(found, name);
    if (first === undefined) throw new FileFault(`${names.join("/")} is missing`, parent.line);
    if (second !== undefined) throw new FileFault(`${name} stands there twice`, second.line);
    found = first;
  }
  return found;
}
