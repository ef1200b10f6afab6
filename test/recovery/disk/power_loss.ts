/**
 * The possible contents of a disk after a loss of power, made from a trace of writes and syncs
 * (`disk_shim.c`). Each sector holds a version that was in the page cache since the last sync that
 * covers the sector: the newest version, the synced one, one in between, or, outside of LMDB's meta
 * pages, halves of two versions. A sector of the meta pages is written whole or not at all: LMDB
 * requires that of a disk.
 */
import { readFileSync } from "node:fs";

export type DiskEvent = {
  type: "W" | "E" | "S" | "T";
  ownSync: boolean;
  path: string;
  /** The number of a write or sync; the event of its end has the same number. */
  number: number;
  offset: number;
  data: Buffer;
  /** Bytes of the trace up to the end of this event. */
  end: number;
};

type Write = { ownSync: boolean; endedAt: number; sectors: number[] };
type Version = { write: Write; bytes: Buffer };
type DiskFile = {
  /** The file's bytes in the page cache. */
  cache: Buffer;
  durable: Buffer;
  durableLength: number;
  pending: Map<number, Version[]>;
};

export type Disk = {
  /** Applies the next event of the trace. */
  apply(event: DiskEvent): void;
  /** One possible content of every file if the power were lost now. */
  image(random: (limit: number) => number): Map<string, Buffer>;
};

const SECTOR = 512;
const HEADER = { pathLength: 2, number: 4, offset: 8, length: 16, end: 24 } as const;
/** Sectors of the two meta pages of LMDB. */
const META_SECTORS = 16;

export function readTrace(path: string): DiskEvent[] {
  const bytes = readFileSync(path);
  const events: DiskEvent[] = [];
  for (let at = 0; at + HEADER.end <= bytes.length; ) {
    const type = String.fromCharCode(bytes[at] as number) as DiskEvent["type"];
    const pathAt = at + HEADER.end;
    const dataAt = pathAt + bytes.readUInt16LE(at + HEADER.pathLength);
    const length = Number(bytes.readBigUInt64LE(at + HEADER.length));
    const end = dataAt + (type === "W" ? length : 0);
    events.push({
      type,
      ownSync: bytes[at + 1] === 1,
      path: bytes.toString("utf8", pathAt, dataAt),
      number: bytes.readUInt32LE(at + HEADER.number),
      offset: Number(bytes.readBigUInt64LE(at + HEADER.offset)),
      data: bytes.subarray(dataAt, end),
      end,
    });
    at = end;
  }
  return events;
}

/** A disk whose files are durable. `ignoresSyncs`: as if the log had been opened with `noSync`. */
export function newDisk(
  files: ReadonlyMap<string, Buffer>,
  { ignoresSyncs }: { ignoresSyncs: boolean },
): Disk {
  const disk = new Map<string, DiskFile>();
  for (const [path, bytes] of files) {
    const durable = Buffer.from(bytes);
    const own = { cache: Buffer.from(bytes), durable, durableLength: bytes.length };
    disk.set(path, { ...own, pending: new Map() });
  }
  const writes = new Map<number, Write>();
  const syncs = new Map<number, number>();
  let now = 0;

  function apply({ type, ownSync, path, number, offset, data }: DiskEvent): void {
    now++;
    const file = disk.get(path);
    // Other files of a server, such as its log of requests, are no part of this disk.
    if (file === undefined) return;
    if (type === "W") writes.set(number, begin(file, { ownSync, offset, data }));
    if (type === "S") syncs.set(number, now);
    if (type === "E") {
      const write = writes.get(number) as Write;
      write.endedAt = now;
      if (write.ownSync && !ignoresSyncs) settle(file, write.sectors, now);
    }
    if (type === "T" && !ignoresSyncs) {
      settle(file, [...file.pending.keys()], (syncs.get(number) as number) - 1);
    }
  }

  return {
    apply,
    image: (random) =>
      new Map([...disk].map(([path, file]) => [path, contentAfterLoss(file, random)])),
  };
}

function begin(
  file: DiskFile,
  { ownSync, offset, data }: Pick<DiskEvent, "ownSync" | "offset" | "data">,
): Write {
  const end = offset + data.length;
  file.cache = grown(file.cache, end);
  data.copy(file.cache, offset);
  const write: Write = { ownSync, endedAt: Number.POSITIVE_INFINITY, sectors: [] };
  for (let sector = Math.floor(offset / SECTOR); sector * SECTOR < end; sector++) {
    const bytes = Buffer.alloc(SECTOR);
    file.cache.copy(bytes, 0, sector * SECTOR, (sector + 1) * SECTOR);
    const versions = file.pending.get(sector) ?? [];
    versions.push({ write, bytes });
    file.pending.set(sector, versions);
    write.sectors.push(sector);
  }
  return write;
}

/** Makes the newest version of each sector durable whose write had ended by `until`. */
function settle(file: DiskFile, sectors: readonly number[], until: number): void {
  for (const sector of sectors) {
    const versions = file.pending.get(sector) ?? [];
    const last = versions.findLastIndex(({ write }) => write.endedAt <= until);
    if (last < 0) continue;
    const { bytes } = versions[last] as Version;
    file.durable = grown(file.durable, (sector + 1) * SECTOR);
    bytes.copy(file.durable, sector * SECTOR);
    file.durableLength = Math.max(file.durableLength, (sector + 1) * SECTOR);
    if (last === versions.length - 1) file.pending.delete(sector);
    else file.pending.set(sector, versions.slice(last + 1));
  }
}

/** A file after the loss: nothing kept, everything kept, sectors at random, or pages at random. */
function contentAfterLoss(file: DiskFile, random: (limit: number) => number): Buffer {
  const style = random(5);
  let content: Buffer = Buffer.from(file.durable.subarray(0, file.durableLength));
  let page = -1;
  let keepsPage = false;
  for (const [sector, versions] of [...file.pending].sort((a, b) => a[0] - b[0])) {
    if (sector >> 3 !== page) {
      page = sector >> 3;
      keepsPage = random(2) === 0;
    }
    const isKept = style === 1 || (style === 2 ? keepsPage : style > 2 && random(2) === 0);
    if (!isKept) continue;
    const newest = versions.length - 1;
    const kept = versions[style === 1 ? newest : random(versions.length)] as Version;
    const isTorn = style === 4 && sector >= META_SECTORS && random(4) === 0;
    content = grown(content, (sector + 1) * SECTOR);
    kept.bytes.copy(content, sector * SECTOR, 0, isTorn ? random(SECTOR) : SECTOR);
  }
  return content;
}

/** The same bytes with room up to `length`; the new room is zeros. */
function grown(bytes: Buffer, length: number): Buffer {
  if (bytes.length >= length) return bytes;
  const larger = Buffer.alloc(length);
  bytes.copy(larger);
  return larger;
}
