/**
 * Markdown as HTML: headings, paragraphs, quotations, lists, tables, fenced code; in a line code, strong text and
 * links. Of CommonMark and of the tables of GitHub it takes what the documentation of this host is written in.
 * Guarantees: whatever is no markup of these is text; the HTML has no attribute but those made here.
 * Does not take HTML inside of Markdown, references, images, setext headings, indented code, escapes.
 */
import { escaped } from "../base/html_text.ts";

/** What the HTML of a text is made with. */
export type MarkdownLinks = {
  /** Where a link of the text leads on the page. */
  link(href: string): string;
};

/** The HTML of the blocks, without a page around them. A heading has an id made of its words. */
export function htmlOf(markdown: string, links: MarkdownLinks): string {
  const lines = markdown.split("\n");
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const below = endOfBlock(lines, at);
    if (lines[at] !== "") html.push(blockHtml(lines.slice(at, below), links));
    at = below;
  }
  return html.join("\n");
}

/** The text of the first heading of the first level; "" where there is none. */
export function titleOf(markdown: string): string {
  return (/^# (.*)$/m.exec(markdown)?.[1] ?? "").replaceAll("`", "");
}

/** The id that the heading with this text has. */
export function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^a-z0-9._ -]/g, "");
  return words.trim().replaceAll(" ", "-");
}

const FENCE = /^```(\w*)$/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^( *)(?:-|(\d+)\.) (.*)$/;

/** The index behind the block that begins at a line; a line that is empty is a block. */
function endOfBlock(lines: readonly string[], from: number): number {
  const first = lines[from] ?? "";
  if (FENCE.test(first)) {
    const close = lines.indexOf("```", from + 1);
    return close < 0 ? lines.length : close + 1;
  }
  if (first === "" || HEADING.test(first)) return from + 1;
  const isList = ITEM.test(first);
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "" || FENCE.test(line) || HEADING.test(line)) break;
    if (!isList && ITEM.test(line)) break;
  }
  return at;
}

function blockHtml(lines: readonly string[], links: MarkdownLinks): string {
  const [first = ""] = lines;
  if (FENCE.test(first)) {
    const code = lines.slice(1, lines.at(-1) === "```" ? -1 : undefined);
    const language = FENCE.exec(first)?.[1] ?? "";
    const named = language === "" ? "" : ` class="language-${language}"`;
    return `<pre tabindex="0"><code${named}>${escaped(code.join("\n"))}</code></pre>`;
  }
  const [, marks = "", heading = ""] = HEADING.exec(first) ?? [];
  if (marks !== "") {
    const level = `h${marks.length}`;
    return `<${level} id="${anchorOf(heading)}">${inlineHtml(heading, links)}</${level}>`;
  }
  if (ITEM.test(first)) return listHtml(lines, links);
  if (first.startsWith("|")) return tableHtml(lines, links);
  if (!first.startsWith(">")) return `<p>${inlineHtml(lines.join("\n"), links)}</p>`;
  const quoted = lines.map((line) => line.replace(/^> ?/, ""));
  return `<blockquote>${htmlOf(quoted.join("\n"), links)}</blockquote>`;
}

/** A list, with the lists inside of its items; a line that begins no item goes on with the one before. */
function listHtml(lines: readonly string[], links: MarkdownLinks): string {
  const [, indent = "", number] = ITEM.exec(lines[0] ?? "") ?? [];
  const items: { text: string; below: string[] }[] = [];
  for (const line of lines) {
    const [, own = "", , text = ""] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (ITEM.test(line) && own.length <= indent.length) items.push({ text, below: [] });
    else if (ITEM.test(line) || (last?.below.length ?? 0) > 0) last?.below.push(line);
    else if (last !== undefined) last.text += `\n${line.trim()}`;
  }
  const html = items.map(({ text, below }) => {
    const inside = below.length === 0 ? "" : `\n${listHtml(below, links)}`;
    return `<li>${inlineHtml(text, links)}${inside}</li>`;
  });
  const start = number === undefined || number === "1" ? "" : ` start="${number}"`;
  const list = number === undefined ? "ul" : "ol";
  return `<${list}${start}>\n${html.join("\n")}\n</${list}>`;
}

/** A table: names of columns, a line of hyphens, rows. A vertical bar is no text of a cell. */
function tableHtml([head = "", , ...rows]: readonly string[], links: MarkdownLinks): string {
  const cells = (line: string, tag: string) =>
    line
      .replaceAll(/^\||\|\s*$/g, "")
      .split("|")
      .map((cell) => `<${tag}>${inlineHtml(cell.trim(), links)}</${tag}>`)
      .join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  return `<table>\n<thead><tr>${cells(head, "th")}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
}

/** Code in one or more backquotes, a link, or strong text. */
const MARKUP = /(`+)(.+?)\1(?!`)|\[([^\]]*)\]\(([^)\s]*)\)|\*\*(.+?)\*\*/gs;

function inlineHtml(text: string, links: MarkdownLinks): string {
  let html = "";
  let from = 0;
  for (const found of text.matchAll(MARKUP)) {
    const [whole, , code, label, href, strong] = found;
    html += escaped(text.slice(from, found.index));
    from = found.index + whole.length;
    if (code !== undefined) html += `<code>${escaped(code)}</code>`;
    else if (strong !== undefined) html += `<strong>${inlineHtml(strong, links)}</strong>`;
    else html += linkHtml(label ?? "", href ?? "", links);
  }
  return html + escaped(text.slice(from));
}

/** A link to a page of the web or of this host; any other scheme is text. */
function linkHtml(label: string, href: string, links: MarkdownLinks): string {
  const inside = inlineHtml(label, links);
  if (!/^(https?:\/\/|\/|#)/.test(href)) return inside;
  return `<a href="${escaped(links.link(href))}">${inside}</a>`;
}
