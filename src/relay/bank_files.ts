/**
 * The commands about banks that speak files (`npm run admin -- bank …`), in the thread of the outbox, where the views of all shards and the keys of what was
 * submitted are. One command at a time.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import { FILE_BYTES_MAX } from "../iso20022/xml_reader.ts";
import { type BankByHandParts, pendingAt, tellByHand } from "./bank_by_hand.ts";
import { type BankExportParts, exportOrders } from "./bank_export.ts";
import { type BankImportParts, importFile } from "./bank_import.ts";
import { providersOfView } from "./provider_shard.ts";

export type BankCommand = "export" | "import" | "pending" | "tell";
/** A command as it was given; paths are absolute. */
export type BankAsked = {
  command: BankCommand;
  user: string;
  given: Readonly<Record<string, string | undefined>>;
};

export type BankFilesParts = BankExportParts & BankImportParts & BankByHandParts;

export class BankFiles {
  readonly #parts: BankFilesParts;
  #isBusy = false;

  constructor(parts: BankFilesParts) {
    this.#parts = parts;
  }

  /** What the operator reads. Rejects with a sentence. */
  async run(asked: BankAsked): Promise<object> {
    if (this.#isBusy) throw new Error("another command about a bank is under way: try again");
    this.#isBusy = true;
    try {
      return await this.#run(asked);
    } finally {
      this.#isBusy = false;
    }
  }

  async #run({ command, user, given }: BankAsked): Promise<object> {
    await this.#parts.shown();
    const bank = this.#bankCalled(given["name"] ?? "");
    switch (command) {
      case "export": {
        const { folder = "", day } = given;
        const asked = { folder, user, ...(day !== undefined && { day }) };
        return await exportOrders(this.#parts, bank, asked);
      }
      case "import":
        return await importFile(this.#parts, bank, bytesOf(given["file"] ?? ""));
      case "pending":
        return await pendingAt(this.#parts, bank);
      case "tell": {
        const { effect = "", outcome = "", reason } = given;
        return await tellByHand(this.#parts, bank, {
          effect,
          outcome,
          reason,
          ...numbersOf(given),
        });
      }
    }
  }

  #bankCalled(name: string): ProviderDocument {
    const known = this.#parts.shards.flatMap(({ view }) => providersOfView(view));
    const bank = known.find(({ provider }) => provider === name);
    if (bank === undefined) throw new Error(`no provider is called ${name}`);
    if (bank.speaks !== "files") throw new Error(`the provider ${name} does not speak files`);
    return bank;
  }
}

function numbersOf(given: BankAsked["given"]) {
  return {
    ...{ iban: given["iban"], bic: given["bic"], accountNumber: given["account-number"] },
    ...{ routingNumber: given["routing-number"], sortCode: given["sort-code"] },
    alias: given["alias"],
  };
}

/** The bytes of a file, where they are not too many: its size is looked at before it is read. Does not wait for whoever would write into a pipe. */
function bytesOf(path: string): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is no file`);
    const { size } = stats;
    if (size > FILE_BYTES_MAX) {
      throw new Error(`the file has ${size} bytes; at most ${FILE_BYTES_MAX}`);
    }
    const bytes = Buffer.alloc(size);
    let read = 0;
    while (read < size) {
      const more = readSync(file, bytes, read, size - read, read);
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}
