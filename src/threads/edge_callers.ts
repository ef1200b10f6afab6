/** Who calls an edge: credentials, which the edge looks up in the platform shard's view, and notes of their uses. */
import { Credentials } from "../access/credentials.ts";
import { openPassingSealer, PASSING_MS, type PassingSealer } from "../access/passing_keys.ts";
import { openPeppers, type Peppers } from "../access/peppers.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { UseNotes } from "../access/use_notes.ts";
import type { ShardView } from "../views/shard_view.ts";
import { credentialDirectory, type Finders } from "./credential_directory.ts";
import type { Rpc } from "./rpc.ts";
import type { EdgeThreadData } from "./worker_data.ts";

export type EdgeCallers = {
  credentials: Credentials;
  peppers: Peppers;
  passing: PassingSealer;
  /** Reports the last uses. */
  close(): Promise<void>;
};

/** `views`: of this thread, by the number of the shard. */
export function openCallers(
  data: EdgeThreadData,
  { finders, views, rpc }: { finders: Finders; views: ReadonlyMap<number, ShardView>; rpc: Rpc },
): EdgeCallers {
  const uses = new UseNotes();
  const reportUses = async () => {
    const taken = uses.take();
    if (taken.length > 0) await rpc.call("uses", taken).catch(() => uses.giveBack(taken));
  };
  const reporting = setInterval(reportUses, data.lastUseMs).unref();
  const passingKeys = new SealKeys(data.passingKeys);
  // A thread that has nothing to seal or to open forgets the keys that are gone all the same.
  const forgetting = setInterval(() => passingKeys.all, PASSING_MS).unref();
  const peppers = openPeppers(data.keys.peppers);
  const directory = credentialDirectory(finders, data.shards, views);
  return {
    credentials: new Credentials(peppers, uses.note, directory),
    peppers,
    passing: openPassingSealer(passingKeys),
    async close() {
      clearInterval(reporting);
      clearInterval(forgetting);
      await reportUses();
    },
  };
}
