/**
 * The proxy of the operator's manual: nginx with the configuration that the manual shows, in front
 * of a real server. Only the addresses are replaced, and TLS is left out.
 * Guarantees: no proxy and no directory outlives the test process.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ROOT } from "./markdown.ts";
import { ownAddress } from "./own_address.ts";

/** Debian's nginx; undefined where it is not installed. Debian puts it outside of a user's PATH. */
export const NGINX = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "nginx"))
  .find((path) => existsSync(path));

export type ManualProxy = { host: string; port: number; output(): string; stop(): Promise<void> };

const children = new Set<ChildProcess>();
const directories = new Set<string>();

process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

/** The configuration that the manual shows. */
export function manualConfiguration(): string {
  const manual = readFileSync(join(ROOT, "scripts/README.md"), "utf8");
  const found = /^```nginx\n(.*?)^```$/ms.exec(manual)?.[1];
  if (found === undefined) throw new Error("scripts/README.md shows no configuration of nginx");
  return found;
}

/** Starts the proxy in front of the server on `port`; resolves when it takes connections. */
export async function startProxy(port: number): Promise<ManualProxy> {
  const address = await ownAddress();
  const directory = mkdtempSync(join(tmpdir(), "proxy-test-"));
  directories.add(directory);
  const listen = `listen ${address.host}:${address.port} default_server;`;
  const site = [
    [/server 127\.0\.0\.1:8080;/, `server 127.0.0.1:${port};`],
    [/listen 443 ssl http2 default_server;/, listen],
    [/ssl_certificate \S+;/, ""],
    [/ssl_certificate_key \S+;/, ""],
  ].reduce(
    (text, [from, to]) => replaced(text, from as RegExp, to as string),
    manualConfiguration(),
  );
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join("\n");
  const path = join(directory, "nginx.conf");
  const main = "daemon off; master_process off; error_log stderr notice;";
  writeFileSync(
    path,
    `${main}\npid ${directory}/pid;\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`,
  );
  const child = spawn(NGINX as string, ["-p", directory, "-c", path], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.add(child);
  let output = "";
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      children.delete(child);
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    ended.then(() => reject(new Error(`the proxy ended before it served:\n${output}`)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      // Written after the sockets listen.
      if (/using the "\w+" event method/.test(output)) resolve();
    });
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { ...address, output: () => output, stop };
}

function replaced(text: string, from: RegExp, to: string): string {
  const count = text.match(new RegExp(from, "g"))?.length ?? 0;
  if (count !== 1) throw new Error(`the manual's configuration has ${count} times ${from.source}`);
  return text.replace(from, to);
}
