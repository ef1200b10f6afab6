/**
 * Which room a file's time is shown under: the rows of the profile's table. The path of a source
 * decides, the longest known beginning of it; what no row names, such as `base`, `contract` and
 * most packages, works for whoever called it and is shown under the caller's room.
 */

/** The rows, from a request's first byte to its last, then what surrounds requests. */
export const ROOMS = {
  "reading the request": ["src/http/"],
  admission: ["src/access/", "src/calls/"],
  input: [
    ...["src/calls/call_input.ts", "src/calls/input_issues.ts", "src/calls/json_input.ts"],
    ...[
      "src/calls/text_lengths.ts",
      "src/http/read/request_body.ts",
      "src/http/read/request_input.ts",
    ],
    ...["src/base/json_faults.ts", "src/base/json_syntax.ts"],
  ],
  courier: ["src/placement/", "src/calls/write.ts"],
  mailbox: [...["src/shard/mailbox.ts", "src/shard/reply_groups.ts", "src/shard/known_callers.ts"]],
  journal: ["src/shard/", "src/contract/declare/canonical_form.ts"],
  features: ["src/features/"],
  "record encoding": [
    ...["src/contract/records/record_codec.ts", "src/contract/records/record_layout.ts"],
    ...["src/contract/records/record_leaf.ts", "src/contract/records/record_view.ts"],
    "src/features/ledger/transfer_row.ts",
  ],
  commit: [
    ...["src/shard/group_commit.ts", "wal/format.ts", "wal/frame_builder.ts", "wal/log.ts"],
    ...["wal/key.ts", "wal/database.ts"],
  ],
  state: [
    ...["src/shard/checkpoint.ts", "src/shard/state_tables.ts", "src/shard/state_sum.ts"],
    ...["src/shard/view_writer.ts", "src/shard/view_write_schedule.ts"],
    ...[
      "src/contract/tables/table.ts",
      "src/contract/tables/document_table.ts",
      "src/contract/tables/entry_table.ts",
    ],
    ...["src/features/ledger/account_table.ts", "src/features/ledger/balance_table.ts"],
    ...["src/features/ledger/balance_block.ts", "src/features/ledger/book_table.ts"],
    ...["wal/state_store.ts", "wal/state_value.ts"],
  ],
  reply: [
    ...["src/http/call/http_call.ts", "src/http/connection.ts", "src/http/answer/response_head.ts"],
    ...[
      "src/http/answer/body_writer.ts",
      "src/http/answer/security_headers.ts",
      "src/http/note/request_end.ts",
    ],
    "src/http/answer/refusal_answer.ts",
    "src/features/transfer/transfer_json.ts",
  ],
  "request log": [
    ...["src/request_log/", "src/http/note/request_record.ts", "src/http/note/request_log.ts"],
    "src/threads/request_store.ts",
  ],
  reads: [
    ...["src/views/", "src/access/cursor.ts", "src/calls/read.ts", "src/calls/read_context.ts"],
    "src/calls/readable.ts",
    ...["wal/log_reader.ts", "wal/state_reader.ts", "wal/state_snapshot.ts"],
  ],
  graphql: ["src/graphql/"],
  lmdb: ["node_modules/lmdb/"],
  threads: [
    ...["src/threads/", "src/operator/", "src/relay/", "src/keys/", "src/files/"],
    ...["src/server.ts", "src/main.ts"],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** JavaScript of Node and of packages that no source with a room has called. */
export const NO_ROOM = "Node and packages";
export const COLLECTION = "garbage collection";
/** What a thread does while it runs no JavaScript; see `samples.ts`. */
export const OUTSIDE = "outside of JavaScript";

/** All rows of a table in their order. */
export const ROWS = [...Object.keys(ROOMS), NO_ROOM, COLLECTION, OUTSIDE] as const;

const BY_LENGTH = Object.entries(ROOMS)
  .flatMap(([room, paths]) => paths.map((path: string) => ({ room, path })))
  .sort((one, other) => other.path.length - one.path.length);

/** The room of a source, by its path from the project's root; undefined for the caller's room. */
export function roomOf(path: string): string | undefined {
  return BY_LENGTH.find((known) => path.startsWith(known.path))?.room;
}
