/** The types of lmdb_message.mjs, which is plain JavaScript because the build runs it. */
export function lmdbBuilds(from: string): string[];
export function shortenMessage(paths: readonly string[]): void;
