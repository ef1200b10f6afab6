/**
 * Runs a script in a system of the matrix: with its own mounts, its own process ids and a network of
 * the loopback address alone. When the script ends, everything that it started has ended.
 */
import { spawnSync } from "node:child_process";

export type Place = { system: string; node: string; npm: string; project: string };
export type Ended = { code: number | null; output: string };

/** A script that takes longer is killed, milliseconds. */
const STEP_MS = 900_000;

/** Arguments: the place's folders, then the script. Mounts end with the namespace. */
const ENTER = `
set -e
system=$1 node=$2 npm=$3 project=$4 script=$5
mount --make-rprivate /
mount --bind "$system" "$system"
mount -t proc proc "$system/proc"
mount --rbind /dev "$system/dev"
mount -t tmpfs tmpfs "$system/run"
mount --bind "$node" "$system/opt/node"
mount --bind "$npm" "$system/opt/npm"
mount --bind "$project" "$system/project"
ip link set lo up
rm -rf "$system"/tmp/*
exec chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 \\
  PATH=/opt/node/bin:/opt/npm/link:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin \\
  bash -c "set -e; cd /project; $script"
`;

export function runInside({ system, node, npm, project }: Place, script: string): Ended {
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "--net"];
  const args = [...namespaces, "bash", "-c", ENTER, "_", system, node, npm, project, script];
  const { status, stdout, stderr, error } = spawnSync("unshare", args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: STEP_MS,
    killSignal: "SIGKILL",
  });
  const more = error === undefined ? "" : `${error.message}\n`;
  return { code: status, output: `${stdout}${stderr}${more}` };
}
