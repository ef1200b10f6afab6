/**
 * Which methods a path takes, for the header Allow (RFC 9110, 10.2.1). Asked for requests that no
 * route takes, so the routes are searched one after the other.
 */

/**
 * A path in the form of uWebSockets.js, in which `:name` stands for one segment and `*`, at the end, for
 * any number of them; one method.
 */
export type PathMethod = { pattern: string; method: string };

export class PathMethods {
  readonly #paths: { matches: RegExp; methods: Set<string> }[];

  constructor(served: readonly PathMethod[]) {
    const byPattern = new Map<string, Set<string>>();
    for (const { pattern, method } of served) {
      const methods = byPattern.get(pattern) ?? new Set();
      byPattern.set(pattern, methods.add(method));
    }
    this.#paths = [...byPattern].map(([pattern, methods]) => ({
      matches: expressionOf(pattern),
      methods,
    }));
  }

  /**
   * The value of Allow for a path. Undefined where nothing is served on the path. HEAD is allowed
   * where GET is, OPTIONS on every path that is served.
   */
  allowOf(path: string): string | undefined {
    const methods = new Set<string>();
    for (const known of this.#paths) {
      if (known.matches.test(path)) for (const method of known.methods) methods.add(method);
    }
    if (methods.size === 0) return undefined;
    if (methods.has("GET")) methods.add("HEAD");
    return [...methods.add("OPTIONS")].sort().join(", ");
  }
}

function expressionOf(pattern: string): RegExp {
  const segments = pattern.split("/").map((segment) => {
    if (segment === "*") return ".*";
    return segment.startsWith(":") ? "[^/]+" : segment.replaceAll(/[^\w-]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`);
}
