/**
 * Which URL an endpoint of webhooks may have: judged when it is given, and again before each
 * attempt. Pure: it looks at the URL only. What the name of a host leads to is judged when it has
 * been resolved, at each attempt.
 * The host is judged as the WHATWG parser understands it, because that is what a client connects
 * to: `http://0x7f.1/`, `http://2130706433/` and `http://127.0.0.1./` all are 127.0.0.1.
 */
import { IP_KINDS, ipKind } from "../../base/ip_address.ts";
import { shownText } from "../../base/shown_text.ts";
import type { Issue } from "../refusals/refusal.ts";

/** The most characters of a URL, as it was given and as the parser writes it. */
export const WEBHOOK_URL_CHARACTERS_MAX = 2_048;

/** What can be wrong with a URL: `code` of an issue, and what the code says. */
export const WEBHOOK_URL_ISSUES = {
  length: "The URL is longer than 2,048 characters.",
  format: "The text is not an absolute URL, or has white space, control characters or backslashes.",
  scheme: "The scheme is not https.",
  userinfo: "The URL has a user name or a password.",
  fragment: "The URL has a fragment.",
  host: "The host is not a name of the DNS.",
  port: "The port is 0, or belongs to a protocol that is not HTTP.",
  address: "The host is an address that is not public, or a name of this machine.",
} as const;

export type WebhookUrlIssueCode = keyof typeof WEBHOOK_URL_ISSUES;
export type WebhookUrlIssue = Issue & { code: WebhookUrlIssueCode };

/**
 * Where a webhook goes. `origin` and `path` are as HTTP writes them; `hostname` has no brackets and
 * no trailing dot. `address` is the IP address where the host is one: no name is to be resolved.
 */
export type WebhookTarget = {
  origin: string;
  isHttps: boolean;
  hostname: string;
  address: string | undefined;
  port: number;
  path: string;
};

/** `allowsLoopback`: the operator has allowed addresses of this machine (`allowLoopback` of the options). */
export type WebhookUrlRules = { allowsLoopback: boolean };

/**
 * Ports of other protocols, which `fetch` refuses: https://fetch.spec.whatwg.org/#port-blocking.
 * A server of mail, for instance, could take a line of a body for a command.
 */
export const UNSAFE_PORTS: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101],
  ...[102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389],
  ...[427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665],
  ...[6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** RFC 1035 section 2.3.4: at most 63 octets a label, 255 a name with its lengths. */
const NAME =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
/** What the parser would drop, or take for a slash, without a word. */
const UNCLEAR = /[\s\\\p{Cc}]/u;
const AUTHORITY = /^(https?):\/\/([^/?#]+)/i;

/** What every URL that is taken matches, for readers of the contract: no user name, no fragment, nothing unclear. */
export const WEBHOOK_URL_PATTERN =
  "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\/?#@\\u0000-\\u001f\\u007f-\\u009f]+([/?][^\\s\\\\#\\u0000-\\u001f\\u007f-\\u009f]*)?$";

/** The issues of a URL at `path` of a request; none where webhooks may be sent to it. */
export function webhookUrlIssues(
  text: string,
  rules: WebhookUrlRules,
  path: Issue["path"] = ["url"],
): WebhookUrlIssue[] {
  const read = readWebhookUrl(text, rules);
  return "issues" in read ? read.issues.map((issue) => ({ ...issue, path })) : [];
}

/**
 * The target of a URL, or all that is wrong with it. No message repeats more of the URL than its
 * host, because paths and queries of such URLs often hold secrets.
 */
export function readWebhookUrl(
  text: string,
  rules: WebhookUrlRules,
): { target: WebhookTarget } | { issues: WebhookUrlIssue[] } {
  const issues: WebhookUrlIssue[] = [];
  const add = (code: WebhookUrlIssueCode, message: string) =>
    issues.push({ code, message, path: ["url"] });
  const max = WEBHOOK_URL_CHARACTERS_MAX;
  const tooLong = (length: number) =>
    add("length", `The URL has ${length} characters; the most are ${max}.`);
  if (text.length > max) {
    tooLong(text.length);
    return { issues };
  }
  const [, scheme, authority = ""] = AUTHORITY.exec(text) ?? [];
  const isAbsolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (isAbsolute && !/^https?:/i.test(text)) {
    add("scheme", "The scheme is not https.");
    return { issues };
  }
  const url = UNCLEAR.test(text) || scheme === undefined ? undefined : parsed(text);
  if (url === undefined) {
    add("format", "The text is not an absolute URL, such as https://example.com/webhooks.");
    return { issues };
  }
  if (url.href.length > max) tooLong(url.href.length);
  if (authority.includes("@")) add("userinfo", "The URL has a user name or a password.");
  if (text.includes("#")) add("fragment", "The URL has a fragment, which is never sent.");
  const target = targetOf(url);
  if (target.port === 0 || UNSAFE_PORTS.has(target.port)) {
    add("port", `Port ${target.port} is not for HTTP.`);
  }
  const isLocal = judgeHost(target, rules, add);
  if (!target.isHttps && !(isLocal && rules.allowsLoopback)) {
    const but = rules.allowsLoopback ? "; http is for addresses of this machine only" : "";
    add("scheme", `The scheme is not https${but}.`);
  }
  return issues.length === 0 ? { target } : { issues };
}

/** Whether a name means this machine wherever it is resolved (RFC 6761 section 6.3). */
export function isLocalName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

/** Judges the host. Returns whether it means this machine. */
function judgeHost(
  { hostname, address }: WebhookTarget,
  { allowsLoopback }: WebhookUrlRules,
  add: (code: WebhookUrlIssueCode, message: string) => void,
): boolean {
  const shown = shownText(hostname) ?? "of the URL";
  if (address !== undefined) {
    const kind = ipKind(address) ?? "reserved";
    const isLocal = kind === "loopback";
    if (kind !== "public" && !(isLocal && allowsLoopback)) {
      add("address", `The host ${shown} is ${IP_KINDS[kind]}; webhooks go to public addresses.`);
    }
    return isLocal;
  }
  if (!NAME.test(hostname)) add("host", `The host ${shown} is not a name of the DNS.`);
  const isLocal = isLocalName(hostname);
  if (isLocal && !allowsLoopback) {
    add("address", `The host ${shown} is a name of this machine; webhooks go to public addresses.`);
  }
  return isLocal;
}

function targetOf(url: URL): WebhookTarget {
  const isHttps = url.protocol === "https:";
  const isIPv6 = url.hostname.startsWith("[");
  const hostname = isIPv6 ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, "");
  return {
    origin: url.origin,
    isHttps,
    hostname,
    address: ipKind(hostname) === undefined ? undefined : hostname,
    port: url.port === "" ? (isHttps ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
  };
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
