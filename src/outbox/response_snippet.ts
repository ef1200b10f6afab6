/**
 * The beginning of an answer's body as text, for whoever looks into a delivery. The bytes come from
 * a stranger: the text is valid Unicode without control characters, whatever they are. A body with
 * a content encoding is not decoded.
 */

/** Bytes of UTF-8 of the text, and bytes of the body that are looked at. */
export const SNIPPET_BYTES_MAX = 1_024;

/** Control characters but tab, line feed and carriage return: a terminal could obey them. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;
const REPLACEMENT = "\ufffd";

/**
 * The text of the body that begins with `chunks`, cut after a whole character; undefined where there
 * is none. What is no UTF-8 shows as U+FFFD. `isWhole` says that the chunks are the whole body.
 */
export function snippetOf(chunks: readonly Uint8Array[], isWhole: boolean): string | undefined {
  const bytes = Buffer.concat(chunks);
  const isCut = bytes.length > SNIPPET_BYTES_MAX || !isWhole;
  // A decoder that waits for more keeps the beginning of a character that the cut goes through.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: false });
  const text = decoder.decode(bytes.subarray(0, SNIPPET_BYTES_MAX), { stream: isCut });
  const shown = withinBytes(text.replace(CONTROLS, REPLACEMENT));
  return shown === "" ? undefined : shown;
}

/** As many characters as fit: a replacement takes three bytes where the body had one. */
function withinBytes(text: string): string {
  if (Buffer.byteLength(text) <= SNIPPET_BYTES_MAX) return text;
  const bytes = new Uint8Array(SNIPPET_BYTES_MAX);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}
