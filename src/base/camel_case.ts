/** Names in camel case. */

/** The type of `camelCase(text)` for a text of words with `_` between them. */
export type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

/** `transfer-holds` and `transfer_holds` as `transferHolds`. */
export function camelCase<S extends string>(text: S): CamelCase<S> {
  const camel = text.replaceAll(/[-_.]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return camel as CamelCase<S>;
}
