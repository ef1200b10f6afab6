/** Which of two forms of an answer a client prefers (RFC 9110, 12.5.1). */

/**
 * True when `accept` gives `application/json` a higher quality than `fileType`. Where both
 * qualities are equal, or the header is absent, the answer is the file.
 */
export function prefersJson(accept: string, fileType: string): boolean {
  return qualityOf(accept, "application/json") > qualityOf(accept, fileType);
}

/**
 * The quality of a media type. "The most specific reference has precedence": first the type itself,
 * then its group, then `*`/`*`; 0 when the header names none of them.
 */
function qualityOf(accept: string, mediaType: string): number {
  const group = `${mediaType.slice(0, mediaType.indexOf("/"))}/*`;
  const qualities = new Map<string, number>();
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    qualities.set(type, quality === undefined ? 1 : Number(quality) || 0);
  }
  return qualities.get(mediaType) ?? qualities.get(group) ?? qualities.get("*/*") ?? 0;
}
