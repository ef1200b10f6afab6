/** What became of a call: the answer, or why there is none, in the words that pages show. */

/** A part of the request that the server finds wrong. */
export type Issue = { code: string; message: string; path: (string | number)[] };

/**
 * `refused`: the server has answered no. `offline`: no answer came, and whether the request was run is not
 * known; the same request with the same key is safe.
 */
export type Failure =
  | {
      kind: "refused";
      status: number;
      code: string;
      message: string;
      issues: readonly Issue[];
      details: Readonly<Record<string, unknown>>;
      requestId: string;
    }
  | { kind: "offline" };

export type Outcome<T> = { ok: true; data: T } | { ok: false; failure: Failure };

/** The answer of openapi-fetch to one call. */
type Answered<T> = { data?: T; error?: unknown; response: Response };

/** Awaits a call of the client. Does not throw for an answer or for the lack of one. */
export async function outcome<T>(call: Promise<Answered<T>>): Promise<Outcome<T>> {
  try {
    const { data, error, response } = await call;
    if (response.ok) return { ok: true, data: data as T };
    return { ok: false, failure: refusalOf(response, error) };
  } catch (cause) {
    // `fetch` throws where no answer comes, where the answer comes too late, and where it ends in the middle.
    const isLost = [TypeError, DOMException, SyntaxError].some((kind) => cause instanceof kind);
    if (isLost) return { ok: false, failure: { kind: "offline" } };
    throw cause;
  }
}

/** Whether the server may have run the request all the same, or may run it later. */
export function isUncertain(failure: Failure): boolean {
  return failure.kind === "offline" || failure.status >= 500 || failure.status === 429;
}

type Envelope = {
  error?: { code?: string; message?: string; details?: { issues?: Issue[] } };
  requestId?: string;
};

/** The failure of an answer, also where it comes not from the platform but from a proxy before it. */
function refusalOf(response: Response, body: unknown): Failure {
  const { error, requestId } = (typeof body === "object" ? (body ?? {}) : {}) as Envelope;
  return {
    kind: "refused",
    status: response.status,
    code: error?.code ?? `status_${response.status}`,
    message: error?.message ?? `the server answered with status ${response.status}`,
    issues: error?.details?.issues ?? [],
    details: error?.details ?? {},
    requestId: requestId ?? response.headers.get("x-request-id") ?? "",
  };
}
