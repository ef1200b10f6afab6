/** The aspect `file` of a read: its answer is a file. */

/**
 * Absent: the answer is a JSON document. With it a client that accepts the media type gets the text itself, and every
 * other client the JSON form, whose schema is `output`. Only of a read that runs in the pool.
 */
export type FileForm = {
  /** Media type of the text, as the contract names it; the header adds `charset=utf-8`. */
  mediaType: string;
  /** Field of the JSON form that holds the text. */
  contentField: string;
};
