/** The types of native_build.mjs, which is plain JavaScript so that Node 18 can run it. */
import type * as uWS from "uWebSockets.js";

export type Machine = {
  platform: string;
  arch: string;
  /** Without a "v". */
  node: string;
  /** The version of Node's binary interface. */
  abi: string;
  /** Undefined where the C library is another. */
  glibc: string | undefined;
};

export type NativePackage = {
  /** The name in package.json. */
  name: string;
  /** The release of uWebSockets.js. */
  release: string;
  /** Where the `.node` files are in the package. */
  folder: string;
  /** Major versions of Node that the package has files for, and that are supported. */
  nodes: readonly number[];
  /** The oldest glibc, as major and minor version. */
  glibc: readonly [number, number];
};

export const UNFIT_EXIT_CODE: 2;
/** The newest first. */
export const BUILDS: readonly NativePackage[];
export function thisMachine(): Machine;
export function packageFor(machine: Pick<Machine, "node" | "glibc">): NativePackage;
export function isOldBuild(machine: Pick<Machine, "node" | "glibc">): boolean;
export function oldBuildNote(machine: Pick<Machine, "node" | "glibc">): string | undefined;
export function untriedNote(machine: Pick<Machine, "platform" | "arch">): string | undefined;
export function descriptorLimit(): number;
export function nativeFolder(
  build: Pick<NativePackage, "name" | "folder">,
  from: string | URL,
): string;
export function fileNameFor(machine: Pick<Machine, "platform" | "arch" | "abi">): string;
export function machineFaults(machine: Machine): string[];
export function loadFaults(cause: unknown): string[];
export function startFaults(from: string | URL): string[];
export function exitWhereUnfit(faults: readonly string[]): void;
export function loadNativeBuild(from: string | URL): typeof uWS;
