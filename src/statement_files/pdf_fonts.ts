/**
 * The fonts of a PDF, and what they can show: DejaVu Sans Condensed, and UnifontEX for what it lacks (Chinese, Japanese, Korean, Thai, the scripts of India, most emoji).
 * Only the glyphs that a file uses are put into it. UnifontEX is read when a text first needs it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";

export type Face = "plain" | "bold" | "fallback";

type Glyph = { advanceWidth: number };
type Position = Record<"xAdvance" | "yAdvance" | "xOffset" | "yOffset" | "advanceWidth", number>;
type Laid = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number };

/** What the library knows of a font that it has opened; its types do not say it. */
export type OpenedFont = {
  /** By which resources of pages name it. */
  id: string;
  ref(): unknown;
  encode(text: string): [glyphs: string[], positions: Position[]];
  layout(text: string, features?: unknown, onlyWidth?: boolean): Laid;
  font: {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
  };
};

const MARK = /\p{Mark}/u;

/**
 * Makes the library take for each character the glyph that the font has for it, where a text has no marks and is read from left to right
 * (`features` stands for the other direction). Looking in such a text for what OpenType could join, which are ligatures that no statement needs, and move
 * together takes most of the time of a file: it took five times as long to write 5,000 entries.
 */
export function layOutByCharacter(opened: OpenedFont): void {
  const full = opened.layout.bind(opened);
  const known = new Map<number, { glyph: Glyph; position: Position }>();
  const { font } = opened;
  const scale = 1000 / font.unitsPerEm;

  function laid(codePoint: number): { glyph: Glyph; position: Position } {
    const before = known.get(codePoint);
    if (before !== undefined) return before;
    const glyph = font.glyphForCodePoint(codePoint);
    const advanceWidth = glyph.advanceWidth * scale;
    const position = { xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth };
    known.set(codePoint, { glyph, position });
    return { glyph, position };
  }

  opened.layout = (text, features, onlyWidth) => {
    if (features !== undefined || MARK.test(text)) return full(text, features, onlyWidth);
    const line: Laid = { glyphs: [], positions: [], advanceWidth: 0 };
    for (const character of text) {
      const { glyph, position } = laid(character.codePointAt(0) ?? 0);
      line.glyphs.push(glyph);
      line.positions.push(position);
      line.advanceWidth += position.xAdvance;
    }
    return line;
  };
}

type FontFile = { name: string; file: string };
const FILES: Readonly<Record<Face, FontFile>> = {
  plain: { name: "dejavu-fonts-ttf", file: "ttf/DejaVuSansCondensed.ttf" },
  bold: { name: "dejavu-fonts-ttf", file: "ttf/DejaVuSansCondensed-Bold.ttf" },
  fallback: {
    name: "@fontsource/unifontex",
    file: "files/unifontex-latin-400-normal.woff",
  },
};

const read = new Map<Face, Uint8Array>();

/** The bytes of a font as TrueType; kept, because each file that is made takes the same. */
export function fontBytes(face: Face): Uint8Array {
  const known = read.get(face);
  if (known !== undefined) return known;
  const { name, file } = FILES[face];
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const bytes = readFileSync(join(dirname(manifest), file));
  const sfnt = file.endsWith(".woff") ? unpacked(bytes) : bytes;
  read.set(face, sfnt);
  return sfnt;
}

/** Bytes of a header, and of a row of the directory, in WOFF 1.0 and in an unpacked font. */
const WOFF = { header: 44, row: 20 };
const SFNT = { header: 12, row: 16 };

/**
 * A font of WOFF 1.0 with its tables unpacked. The library reads the packed form too, but unpacks the table of glyphs again for each
 * glyph: 0.2 s for one of this font.
 */
export function unpacked(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT.header + SFNT.row * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const from = WOFF.header + WOFF.row * index;
    const at = woff.readUInt32BE(from + 4);
    const packedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(at, at + packedLength);
    const to = SFNT.header + SFNT.row * index;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(packedLength === length ? packed : inflateSync(packed), Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}
