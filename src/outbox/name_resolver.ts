/**
 * The addresses of a name, asked of the DNS: A and AAAA, no file of this machine and no search
 * domain, so that a stranger's name cannot mean something here that it means nowhere else.
 * Does not judge addresses, and keeps no answer: a question is asked anew, but those who ask for a
 * name that is being asked for get the same answer.
 * Not `lookup` of node:dns: libuv runs two of those at a time, so that two names whose servers do
 * not answer would hold up every other name (https://github.com/nodejs/node/pull/62599).
 */
import { Resolver } from "node:dns/promises";
import { isLocalName } from "../contract/values/webhook_url.ts";

/** The addresses of a name, at least one, in the order to try them; rejects where there are none. */
export type NameResolver = (hostname: string) => Promise<readonly string[]>;

/** Time for an answer of one server before the question is sent again, milliseconds. */
const QUERY_MS = 2_000;
/** How often a question is sent to each server. */
const QUERY_TRIES = 2;
/** After this time the system's servers are read anew, milliseconds. */
const SERVERS_AGE_MS = 60_000;
/** RFC 6761 section 6.3: names of this machine are never asked of the DNS. */
const LOOPBACK = ["127.0.0.1", "::1"];

export type DnsOptions = {
  /** The servers, as `setServers` of node:dns takes them; absent: those of the system. */
  servers?: readonly string[];
  queryMs?: number;
  tries?: number;
};

/** A resolver that asks the DNS. It rejects with the error of node:dns where a name has no address. */
export function openDnsResolver(options: DnsOptions = {}): NameResolver {
  const { servers, queryMs = QUERY_MS, tries = QUERY_TRIES } = options;
  const asked = new Map<string, Promise<readonly string[]>>();
  let resolver: Resolver | undefined;
  let madeAtMs = 0;

  const current = () => {
    const nowMs = performance.now();
    if (resolver === undefined || nowMs - madeAtMs > SERVERS_AGE_MS) {
      resolver = new Resolver({ timeout: queryMs, tries });
      if (servers !== undefined) resolver.setServers(servers);
      madeAtMs = nowMs;
    }
    return resolver;
  };

  return (hostname) => {
    if (isLocalName(hostname)) return Promise.resolve(LOOPBACK);
    const known = asked.get(hostname);
    if (known !== undefined) return known;
    const answer = ask(current(), hostname).finally(() => asked.delete(hostname));
    asked.set(hostname, answer);
    return answer;
  };
}

/** IPv4 first: a machine without a way to IPv6 does not try it first. */
async function ask(resolver: Resolver, hostname: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const addresses = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value : [],
  );
  if (addresses.length > 0) return addresses;
  const causes = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  throw new AggregateError(causes, `${hostname} has no address`);
}
