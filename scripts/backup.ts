/**
 * `npm run backup -- DIR [--data DIR]`: a consistent copy of a data directory, whose server may
 * run, or what an earlier copy lacks; see --help. Prints what was copied as JSON.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BackupReport, backupDataDirectory } from "./backup/backup.ts";
import { type IncrementReport, incrementDataDirectory, isBackup } from "./backup/increment.ts";

const USAGE = `Usage: npm run backup -- DIR [--data DIR] [--logs-only]

Copies a data directory to DIR. The server may run meanwhile and is not held up; everything that it
acknowledged before this command began is in the copy.

Where DIR does not exist, everything is copied. DIR appears whole, synced and verified, or not at
all; until then the copy is DIR.tmp, and what a crash left there may be removed.

Where DIR is a backup of this directory, it goes on: only frames that its logs lack are copied, and
verified. DIR is whole at every instant; after a crash run the command again. Its states stay, behind
their logs: a server that starts on it replays the frames after them. Refused, with nothing written,
where a log of DIR is another, has more frames, or has another last frame than the original: then a
server ran on DIR, or the original was cut back.

  --data DIR   the data directory (or DATA_DIR; ./data by default)
  --logs-only  leave out what can be made again from the logs: a smaller copy, whose first start
               takes longer
  --help       this text

Prints the frames and the head's hash of each log as JSON: kept elsewhere, they show later whether a
log was changed or cut back.

The copy holds secrets (pepper.key, cursor.key, id.key, receipt.key, receipt-salt.key, seal.key, demo.json): keep
it as safe as the data. A backup that was made before a rotation of keys lacks the new key: make one after it. Files of documents are copied where the copied log names them, sealed as they are, each checked by its digest. Left out are proof trees, which are made again from the logs, and the developer log
(requests), which begins anew, and mails as files (mail). To restore, start a server with --data DIR, and never again one on
the old directory: two servers that went their own ways cannot be made one again.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      data: { type: "string" },
      "logs-only": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [target, ...more] = positionals;
  if (target === undefined || target === "" || more.length > 0) {
    throw new Error("name one directory for the copy (see --help)");
  }
  const options = {
    source: resolve(values.data ?? process.env["DATA_DIR"] ?? "./data"),
    target: resolve(target),
    logsOnly: values["logs-only"],
    onProgress: (text: string) => process.stderr.write(`${text}\n`),
  };
  const report: BackupReport | IncrementReport = isBackup(options.target)
    ? await incrementDataDirectory(options)
    : await backupDataDirectory(options);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

main().catch((cause: Error) => {
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
});
