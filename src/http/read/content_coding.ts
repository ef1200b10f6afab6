/**
 * Which content coding a client prefers, by its header `Accept-Encoding` (RFC 9110, 12.5.3). Only
 * documents of the host root are coded: an answer with data is small, and is made anew each time.
 */

/** `identity` is the document as it is. */
export type ContentCoding = "br" | "gzip" | "identity";

/** From the smallest answer to the largest; the order decides between equal qualities. */
const OFFERED: readonly ContentCoding[] = ["br", "gzip", "identity"];
/** RFC 9110, 8.4.1.3: "A recipient SHOULD consider "x-gzip" to be equivalent to "gzip"." */
const ALIASES: ReadonlyMap<string, string> = new Map([["x-gzip", "gzip"]]);
/** RFC 9110, 12.4.2: from 0 to 1, with at most three digits. */
const MEMBER = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The offered coding with the highest quality. Malformed members of the header are ignored. Where the
 * header is absent, or refuses every coding, the answer is `identity`: no request is refused for its
 * `Accept-Encoding`.
 */
export function preferredCoding(acceptEncoding: string): ContentCoding {
  if (acceptEncoding === "") return "identity";
  const qualities = qualitiesOf(acceptEncoding);
  const any = qualities.get("*");
  let best: ContentCoding = "identity";
  let bestQuality = 0;
  for (const coding of OFFERED) {
    // A coding that nothing names is not acceptable; `identity` always is, at the lowest quality.
    const quality = qualities.get(coding) ?? any ?? (coding === "identity" ? Number.MIN_VALUE : 0);
    if (quality <= bestQuality) continue;
    best = coding;
    bestQuality = quality;
  }
  return best;
}

function qualitiesOf(acceptEncoding: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const member of acceptEncoding.toLowerCase().split(",")) {
    const [, name, quality = "1"] = MEMBER.exec(member.trim()) ?? [];
    if (name !== undefined) qualities.set(ALIASES.get(name) ?? name, Number(quality));
  }
  return qualities;
}
