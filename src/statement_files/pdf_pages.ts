/**
 * The pages of a PDF: A4, each with what it is of at its top and its number at its foot. Pages are written as soon as they are full, so
 * how many there are is not known when the first is written: each page shows one common form, which is drawn last.
 */
import { createRequire } from "node:module";
import type PDFKit from "pdfkit";
import type { OpenedFont } from "./pdf_fonts.ts";
import { type PdfDocument, type Style, textOn } from "./pdf_text.ts";

/** Points, 72 to an inch. */
export const PAGE = {
  width: 595.28,
  height: 841.89,
  left: 42,
  right: 553.28,
  top: 44,
  bottom: 784,
};
const FOOT_Y = 808;
const FOOT_RULE_Y = 796;
export const COLORS = { text: "#1a1a1a", muted: "#5f6368", rule: "#9aa0a6", faint: "#dadce0" };
export const SMALL: Style = { face: "plain", size: 6.5, color: COLORS.muted };
/** The name of the common form in the resources of each page. */
const TOTAL_FORM = "Total";
const TOTAL_WIDTH = 40;
const TOTAL_HEIGHT = 12;

export type Pages = ReturnType<typeof openPages>;

type Reference = { end(chunk?: string): void; data: Record<string, unknown> };
/** What the library has for all pages, and its types do not say. */
type Inside = {
  ref(data: object): Reference;
  page: { xobjects: Record<string, Reference>; dictionary: Reference };
  _font: OpenedFont;
};

/** `createdAtMs` is the only time in the file; the bytes follow from it and from what is drawn. */
export function openPages({ title, createdAtMs }: { title: string; createdAtMs: number }) {
  // Loaded when the first file of this format is made: most threads never make one.
  const Document = createRequire(import.meta.url)("pdfkit") as typeof PDFKit;
  const document: PdfDocument = new Document({
    ...{ autoFirstPage: false, size: [PAGE.width, PAGE.height], margin: 0 },
    ...{ pdfVersion: "1.7", lang: "en", displayTitle: true },
    // No font of its own: all text is in fonts that the file has.
    font: "",
    // It would keep every word that is drawn.
    fontLayoutCache: false,
    info: { Title: title, CreationDate: new Date(createdAtMs) },
  });
  const inside = document as unknown as Inside;
  const text = textOn(document);
  const total = inside.ref({
    ...{ Type: "XObject", Subtype: "Form", BBox: [0, -4, TOTAL_WIDTH, TOTAL_HEIGHT] },
    Resources: {},
  });
  let number = 0;

  /** Ends the page before. `foot` stands at the left of the foot. */
  function begin(foot: string): void {
    const before = number === 0 ? undefined : inside.page.dictionary;
    document.addPage();
    // The library keeps what it has written of every page; of that page only its number is needed now.
    if (before !== undefined) before.data = {};
    number++;
    rule(FOOT_RULE_Y, COLORS.faint);
    text.draw(foot, PAGE.left, FOOT_Y, SMALL);
    const said = `Page ${number} of `;
    // The number of pages has at least as many digits as the number of this one.
    const x = PAGE.right - text.width(`${said}${number}`, SMALL);
    text.draw(said, x, FOOT_Y, SMALL);
    inside.page.xobjects[TOTAL_FORM] = total;
    const at = x + text.width(said, SMALL);
    document.addContent(`q 1 0 0 -1 ${at.toFixed(2)} ${FOOT_Y} cm /${TOTAL_FORM} Do Q`);
  }

  function rule(y: number, color: string, width = 0.5): void {
    document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).stroke(color);
  }

  /** Draws how many pages there are, and ends the file. */
  function end(): void {
    document.font(SMALL.face);
    const font = inside._font;
    const [glyphs] = font.encode(String(number));
    total.data["Resources"] = { Font: { [font.id]: font.ref() } };
    total.end(
      `BT /${font.id} ${SMALL.size} Tf 0.373 0.388 0.408 rg 0 0 Td <${glyphs.join("")}> Tj ET`,
    );
    document.end();
  }

  /** What has been written since the last time. */
  function taken(): Uint8Array | undefined {
    return document.readableLength === 0 ? undefined : (document.read() as Uint8Array);
  }

  return { document, text, begin, rule, end, taken };
}
