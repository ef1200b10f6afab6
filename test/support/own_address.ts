/**
 * An address for a server whose port must be known before it runs: for requests during its start,
 * or for a second start on the same port. All other tests start servers on port 0 and ask for the
 * port.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

export type Address = { host: string; port: number };

const LOWEST = 10_000;
let given = 0;

/**
 * A loopback address of this process alone, and a port on which no process listens. The
 * port lies below the ports that the kernel gives to outgoing connections and to listeners on port
 * 0, and depends on this process's id, so that nothing takes it by chance before the server does.
 */
export async function ownAddress(): Promise<Address> {
  const { pid } = process;
  const host = `127.${64 + (pid >> 16)}.${(pid >> 8) & 255}.${pid & 255}`;
  const range = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
  const ports = Number.parseInt(range, 10) - LOWEST;
  for (;;) {
    const port = LOWEST + ((pid * 7 + given++) % ports);
    if (await isFree(port)) return { host, port };
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen({ host: "0.0.0.0", port, exclusive: true });
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
