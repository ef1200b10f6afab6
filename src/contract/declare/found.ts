/** The answer of a read, in the form that its transport needs. */
import type { Proving } from "../records/tree_head.ts";
import { type FileAnswer, jsonParts } from "./file_answer.ts";

/**
 * The answer of a read. `json` is the text of the body and `document` is its value; of a file,
 * `json` is the JSON form. With `proving`, the body needs a proof from the log's tree: `json` is
 * then empty, and the caller asks the tree and makes the body of both (`provenBody`).
 */
export type Found = {
  refused: false;
  readonly json: string;
  /**
   * The bytes of `json`, where an answer is put together as bytes: in memory that the next answer
   * of the thread uses again, so whoever sends the bytes sends or copies them at once.
   */
  readonly bytes?: Uint8Array;
  readonly document?: unknown;
  file?: FileAnswer;
  proving?: Proving;
  /** HTML text; only of an operation that answers a page. */
  page?: string;
  /** An address; only of an operation that answers a redirect. */
  location?: string;
  /** Only of an operation that answers events. */
  stream?: StreamPart;
  /**
   * Only of a read that acts on no shard: the text of the body, which is not there yet. `json` is then
   * empty.
   */
  later?: Promise<string>;
};

/** One event of a stream. `id` is the position after the event, where a stream can resume. */
export type StreamEvent = { id: string; type: string; data: unknown };

/** The events after the position that was asked for, oldest first. */
export type StreamPart = {
  events: readonly StreamEvent[];
  /** The position after the last event; undefined while there is no such position. */
  position: string | undefined;
  /** True when the next read finds more events. */
  hasMore: boolean;
};

export function found(document: unknown): Found {
  return new LazyFound(
    () => document,
    () => JSON.stringify(document),
  );
}

/** An answer whose body is not there yet. */
export function foundLater(body: Promise<unknown>): Found {
  return { refused: false, json: "", later: body.then((document) => JSON.stringify(document)) };
}

/**
 * An answer in one of two forms: GraphQL takes the document, REST the text of exactly that
 * document. The transport takes one of them before the snapshot moves, or never.
 */
export function foundAs(documentOf: () => unknown, jsonOf: () => string): Found {
  return new LazyFound(documentOf, jsonOf);
}

/**
 * A class, because getters of an object literal are created again for each object: that costs 2 us
 * of the 5 us of reading a balance.
 */
class LazyFound implements Found {
  readonly refused = false;
  readonly #documentOf: () => unknown;
  readonly #jsonOf: () => string;

  constructor(documentOf: () => unknown, jsonOf: () => string) {
    this.#documentOf = documentOf;
    this.#jsonOf = jsonOf;
  }
  get document(): unknown {
    return this.#documentOf();
  }
  get json(): string {
    return this.#jsonOf();
  }
}

/**
 * What was found, whose JSON is made as the bytes of UTF-8. `bytesOf` may return memory that the next answer
 * uses again.
 */
export function foundAsBytes(documentOf: () => unknown, bytesOf: () => Buffer): Found {
  return new FoundBytes(documentOf, bytesOf);
}

class FoundBytes implements Found {
  readonly refused = false;
  readonly #documentOf: () => unknown;
  readonly #bytesOf: () => Buffer;

  constructor(documentOf: () => unknown, bytesOf: () => Buffer) {
    this.#documentOf = documentOf;
    this.#bytesOf = bytesOf;
  }
  get document(): unknown {
    return this.#documentOf();
  }
  get bytes(): Buffer {
    return this.#bytesOf();
  }
  get json(): string {
    return this.#bytesOf().toString("utf8");
  }
}

/** The body of an answer: its bytes, in memory that the next answer uses again, or its text. */
export function bodyOf(found: Found): { body: string; bytes?: Uint8Array } {
  const { bytes } = found;
  return bytes === undefined ? { body: found.json } : { body: "", bytes };
}

/** A file as the answer of a read. `json` is put together only when a transport takes it. */
export function foundFile(file: FileAnswer): Found {
  return {
    refused: false,
    file,
    get json() {
      return [...jsonParts(file)].join("");
    },
  };
}

/** A page for people, as complete HTML text. */
export function foundPage(page: string): Found {
  return { refused: false, json: "null", page };
}

/** A redirect of the browser to an absolute address or a path of this host. */
export function foundRedirect(location: string): Found {
  return { refused: false, json: JSON.stringify({ location }), location };
}

/** The next part of a stream. */
export function foundEvents(stream: StreamPart): Found {
  return { refused: false, json: "null", stream };
}
