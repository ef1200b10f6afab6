/** Files of the data directory that are written whole. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file (mode 0600), which after a crash, of the machine too, is there whole or as it was.
 * When the function returns, the file is on disk.
 */
export function writeWhole(path: string, text: string | Uint8Array): void {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600 });
  sync(temporary);
  renameSync(temporary, path);
  sync(dirname(path));
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
