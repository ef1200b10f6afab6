/** The program of a reader thread: each exported function is a kind of task. */
import { operations, SHARD_REGISTRY } from "../features/registry.ts";
import { openReaderProgram } from "../threads/reader_program.ts";

export const { graphql, prepare, read } = openReaderProgram({
  operations,
  codecs: SHARD_REGISTRY.codecs,
});
