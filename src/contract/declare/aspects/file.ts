/** The aspect `file` of a read: its answer is a file. */

/**
 * Absent: the answer is a JSON document. With it a client that accepts the media type gets the text itself, and every
 * other client the JSON form, whose schema is `output`. Only of a read that runs in the pool.
 */
export type FileForm = {
  /** Media type of the text, as the contract names it; the header adds `charset=utf-8`. */
  mediaType: string;
  /** Media types of answers in other forms, where not every answer has the first. */
  otherTypes?: readonly string[];
  /** True: a part of the file may be asked for, by a range of bytes. */
  hasRanges?: true;
  /** Field of the JSON form that holds the text. */
  contentField: string;
};
