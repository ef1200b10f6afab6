/**
 * Texts on a page: measured, cut into lines, and drawn with the fonts that have their characters. A character that no font has is shown by its number, as
 * `[U+1F1E9]`. Words of a script that is read from right to left are drawn so; the order of such words and of numbers
 * between them is that of a line that is read from left to right.
 */
import type PDFKit from "pdfkit";
import { sayableText } from "./file_values.ts";
import { type Face, fontBytes, layOutByCharacter, type OpenedFont } from "./pdf_fonts.ts";

export type PdfDocument = InstanceType<typeof PDFKit>;
export type Style = { face: "plain" | "bold"; size: number; color: string };
export type PdfText = ReturnType<typeof textOn>;

/** Marks that join and vary characters, and show nothing by themselves. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Such words with the spaces and marks between them. */
const RIGHT_TO_LEFT_WORDS = new RegExp(
  `(${RIGHT_TO_LEFT.source}[\\p{Mark}]*(?:[\\s\\p{Punctuation}]*${RIGHT_TO_LEFT.source}[\\p{Mark}]*)*)`,
  "u",
);

/** Every face has these, and they are read from left to right. */
const ASCII = /^[ -~]*$/;

type Run = { text: string; face: Face; isRightToLeft: boolean };

export function textOn(document: PdfDocument) {
  const opened = new Map<Face, OpenedFont["font"]>();
  const widths: Record<Face, Map<number, number>> = {
    plain: new Map(),
    bold: new Map(),
    fallback: new Map(),
  };

  function fontOf(face: Face): OpenedFont["font"] {
    const known = opened.get(face);
    if (known !== undefined) return known;
    // The types say a string or an ArrayBuffer; what is opened is a Uint8Array.
    document.registerFont(face, fontBytes(face) as unknown as PDFKit.Mixins.PDFFontSource);
    document.font(face);
    const font = (document as unknown as { _font: OpenedFont })._font;
    layOutByCharacter(font);
    opened.set(face, font.font);
    return font.font;
  }

  /** The face that has the character; undefined where none has it. */
  function faceOf(codePoint: number, face: Style["face"]): Face | undefined {
    if (widths[face].has(codePoint)) return face;
    if (widths.fallback.has(codePoint)) return "fallback";
    for (const one of [face, "fallback"] as const) {
      const font = fontOf(one);
      if (!font.hasGlyphForCodePoint(codePoint)) continue;
      const { advanceWidth } = font.glyphForCodePoint(codePoint);
      widths[one].set(codePoint, advanceWidth / font.unitsPerEm);
      return one;
    }
    return undefined;
  }

  /** The text as it can be drawn, in one line. What is given to the other functions has gone through this one. */
  function shown(said: string, face: Style["face"] = "plain"): string {
    if (ASCII.test(said)) return said;
    let text = "";
    for (const character of sayableText(said).normalize("NFC").replaceAll(JOINERS, "")) {
      const codePoint = character.codePointAt(0) ?? 0;
      const isThere = faceOf(codePoint, face) !== undefined;
      text += isThere ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;
    }
    return text;
  }

  function width(text: string, { face, size }: Style): number {
    let sum = 0;
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      const found = faceOf(codePoint, face);
      if (found !== undefined) sum += widths[found].get(codePoint) ?? 0;
    }
    return sum * size;
  }

  /** The text in lines that are at most so wide: cut at spaces, and within a word that is wider than a line. */
  function lines(text: string, style: Style, widthMax: number): string[] {
    const made: string[] = [];
    let line = "";
    let lineWidth = 0;
    const space = width(" ", style);
    for (const word of text.split(" ").flatMap((one) => pieces(one, style, widthMax))) {
      const wordWidth = width(word, style);
      if (line !== "" && lineWidth + space + wordWidth > widthMax) {
        made.push(line);
        line = word;
        lineWidth = wordWidth;
        continue;
      }
      lineWidth += (line === "" ? 0 : space) + wordWidth;
      line = line === "" ? word : `${line} ${word}`;
    }
    return [...made, line];
  }

  function pieces(word: string, style: Style, widthMax: number): string[] {
    if (width(word, style) <= widthMax) return [word];
    const made: string[] = [];
    let piece = "";
    let pieceWidth = 0;
    for (const character of word) {
      const more = width(character, style);
      if (piece !== "" && pieceWidth + more > widthMax) {
        made.push(piece);
        piece = "";
        pieceWidth = 0;
      }
      piece += character;
      pieceWidth += more;
    }
    return [...made, piece];
  }

  function runsOf(text: string, face: Style["face"]): Run[] {
    if (ASCII.test(text)) return [{ text, face, isRightToLeft: false }];
    return text.split(RIGHT_TO_LEFT_WORDS).flatMap((part, at) => {
      const isRightToLeft = at % 2 === 1;
      const runs: Run[] = [];
      for (const character of part) {
        const found = faceOf(character.codePointAt(0) ?? 0, face) ?? face;
        const last = runs.at(-1);
        if (last?.face === found) last.text += character;
        else runs.push({ text: character, face: found, isRightToLeft });
      }
      return isRightToLeft ? runs.reverse() : runs;
    });
  }

  /** Draws one line whose baseline is at `y`, from `x` to the right. */
  function draw(text: string, x: number, y: number, style: Style): void {
    document.fillColor(style.color);
    let at = x;
    for (const run of runsOf(text, style.face)) {
      fontOf(run.face);
      document.font(run.face).fontSize(style.size);
      // With features the library lays out the run as a whole, and so from right to left.
      const features: PDFKit.Mixins.OpenTypeFeatures[] | undefined = run.isRightToLeft
        ? []
        : undefined;
      // The library measures the text again where it is not told.
      const textWidth = width(run.text, style);
      const measured = { textWidth, wordCount: 1 };
      document.text(run.text, at, y, {
        ...{ lineBreak: false, baseline: "alphabetic", features },
        ...measured,
      });
      at += textWidth;
    }
  }

  function drawRight(text: string, right: number, y: number, style: Style): void {
    draw(text, right - width(text, style), y, style);
  }

  return { shown, width, lines, draw, drawRight };
}
