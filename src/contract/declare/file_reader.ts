/** What a read may know of files beside the log (contract/records/named_file.ts): whether they are sound, and what is in them. */
import type { NamedFile } from "../records/named_file.ts";

export type FileReader = {
  /** `missing` or `damaged`; undefined of a file that has the bytes which its record means. */
  faultOf(named: NamedFile): "missing" | "damaged" | undefined;
  /** The content in pieces: its text, of which no piece ends within a character, or its bytes in base64. */
  parts(named: NamedFile, encoding: "utf8" | "base64"): Iterable<string>;
};
