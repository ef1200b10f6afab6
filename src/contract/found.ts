/** What a read answers, in the form that its transport asks for. */
import { type FileAnswer, jsonParts } from "./file_answer.ts";
import type { Proving } from "./tree_head.ts";

/**
 * What a read answers; `json` is the body's text, `document` the same before it was text. Of a file
 * `json` is the form that is JSON. With `proving` the body is not whole before the log's tree has
 * answered: then `json` is empty, and the caller asks the tree and takes `bodyOf`.
 */
export type Found = {
  refused: false;
  readonly json: string;
  readonly document?: unknown;
  file?: FileAnswer;
  proving?: Proving;
  /** HTML text, of an operation that answers a page. */
  page?: string;
  /** An address, of an operation that answers a redirect. */
  location?: string;
  /** Of an operation that answers events. */
  stream?: StreamPart;
};

/** One event of a stream. Its id is the position that the stream goes on from after it. */
export type StreamEvent = { id: string; type: string; data: unknown };

/** What came after the position that was asked for, oldest first. */
export type StreamPart = {
  events: readonly StreamEvent[];
  /** Where to go on from; undefined while there is nothing to go on from. */
  position: string | undefined;
  /** There is more, which the next read gives. */
  hasMore: boolean;
};

export function found(document: unknown): Found {
  return new LazyFound(
    () => document,
    () => JSON.stringify(document),
  );
}

/**
 * What is shown in one of two ways: GraphQL asks for the document, REST for the text of exactly that
 * document. Either is asked for before the snapshot moves, or never.
 */
export function foundAs(documentOf: () => unknown, jsonOf: () => string): Found {
  return new LazyFound(documentOf, jsonOf);
}

/** A class, as getters of an object literal are made anew for each: 2 us of a balance's 5. */
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

/** A file as the answer of a read. Its `json` is put together only when somebody asks for it. */
export function foundFile(file: FileAnswer): Found {
  return {
    refused: false,
    file,
    get json() {
      return [...jsonParts(file)].join("");
    },
  };
}

/** A page for people: HTML text, whole. */
export function foundPage(page: string): Found {
  return { refused: false, json: "null", page };
}

/** Where the browser goes next: an absolute address, or a path of this host. */
export function foundRedirect(location: string): Found {
  return { refused: false, json: JSON.stringify({ location }), location };
}

/** The next part of a stream. */
export function foundEvents(stream: StreamPart): Found {
  return { refused: false, json: "null", stream };
}
