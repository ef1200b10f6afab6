/** One mistake of a newcomer as a request, and what mistakes are made of. */

/** What stands ready on the server; every value is shown in the golden file by its name. */
export type Given = Readonly<
  Record<
    | "apiKey"
    | "liveKey"
    | "otherKey"
    | "revokedKey"
    | "readKey"
    | "productId"
    | "customerId"
    | "ada"
    | "bob",
    string
  >
>;

export type Mistake = {
  title: string;
  method?: string;
  path: string;
  /** Replaces headers by name; "" leaves a header out; a list sends it several times. */
  headers?: Readonly<Record<string, string | string[]>>;
  /** A value is sent as JSON, a text as it is. */
  body?: unknown;
};

/** The body of a good transfer, with changes. */
export function transfer({ ada, bob }: Given, more: object = {}): object {
  return {
    sourceAccountId: ada,
    destinationAccountId: bob,
    amount: "100",
    currency: "EUR",
    ...more,
  };
}

export function post(title: string, path: string, body: unknown, headers = {}): Mistake {
  return { title, method: "POST", path, body, headers };
}
