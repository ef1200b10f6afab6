/**
 * The files that browsers load, as the build left them beside the server's program. Each has a digest of
 * itself in its name. All are read at the start, so that a later build takes nothing from a server that runs.
 */
import { existsSync, readFileSync } from "node:fs";
import { invariant } from "../base/invariant.ts";

export type Asset = { name: string; text: string };

/** `main`: the pages' script. `solver`: the script of its worker, which solves proofs of work. */
export type Assets = Record<"main" | "solver" | "style" | "icon", Asset>;

/** The list that the build writes last. */
const LIST = "assets.json";

/** `folder`: address of the build's folder of pages. Undefined where the sources run unbuilt. */
export function builtAssets(folder: URL): Assets | undefined {
  const list = new URL(LIST, folder);
  if (!existsSync(list)) return undefined;
  const names = JSON.parse(readFileSync(list, "utf8")) as string[];
  const asset = (start: string): Asset => {
    const name = names.find((one) => one.startsWith(`${start}-`));
    invariant(name !== undefined, "the build has made every file of the pages");
    return { name, text: readFileSync(new URL(name, folder), "utf8") };
  };
  return {
    main: asset("console"),
    solver: asset("solver"),
    style: asset("style"),
    icon: asset("icon"),
  };
}
