/** Loaded into a server under test: the DNS knows the names in DNS_ANSWERS, as JSON, and no other. */
import { Resolver } from "node:dns/promises";
import { isIPv6 } from "node:net";

const known = JSON.parse(process.env.DNS_ANSWERS);
const answerTo = (name, isWanted) => {
  const addresses = (known[name] ?? []).filter(isWanted);
  if (addresses.length === 0) throw new Error(`no answer for ${name}`);
  return addresses;
};
Resolver.prototype.resolve4 = async (name) => answerTo(name, (address) => !isIPv6(address));
Resolver.prototype.resolve6 = async (name) => answerTo(name, isIPv6);
