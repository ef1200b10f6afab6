/** How much space a disk has. */
export type DiskSpace = { freeBytes: number; sizeBytes: number };
