/** What the headers of a request say to the call that it is. */
import type { HttpRequest } from "uWebSockets.js";
import type { Audience } from "../../access/people_table.ts";
import type { FileForm } from "../../contract/declare/aspects/file.ts";
import type { RangeAsked } from "../../contract/declare/reader_task.ts";
import { JSON_TYPE } from "../answer/response_head.ts";
import type { EdgeContext } from "../edge_context.ts";
import { preferredType } from "../read/accept.ts";
import type { RequestHeaders } from "../read/request_headers.ts";
import { isCrossSite, sessionTextIn } from "../read/session_cookie.ts";

type Host = Pick<EdgeContext, "publicOrigin" | "sessionCookies">;

export class CallHeaders {
  readonly headers: RequestHeaders;
  /** The interface that the request came to. */
  readonly audience: Audience;
  /** The part of a file that is asked for. */
  range: RangeAsked | undefined;
  readonly #host: Host;
  /** The headers that a protocol reads itself, by their names in small letters. */
  #own: ReadonlyMap<string, string> | undefined;

  constructor(headers: RequestHeaders, host: Host, audience: Audience) {
    this.headers = headers;
    this.audience = audience;
    this.#host = host;
  }

  /** Keeps the headers of a protocol, which are gone when the request's handler has returned. */
  keepHeaders(own: ReadonlyMap<string, string>): void {
    this.#own = own;
  }

  headerOf(name: string): string {
    return this.#own?.get(name) ?? "";
  }

  /** RFC 9110, 14.2: a range is of a GET alone. */
  keepRange(request: Pick<HttpRequest, "getHeader">): void {
    const range = request.getHeader("range");
    if (range !== "") this.range = { range, ifRange: request.getHeader("if-range") };
  }

  preferredType<T extends string>(offered: readonly [T, ...T[]]): T {
    return preferredType(this.headers.accept, offered);
  }

  wantsFile({ mediaType, otherTypes = [] }: FileForm): boolean {
    return this.preferredType<string>([mediaType, ...otherTypes, JSON_TYPE]) !== JSON_TYPE;
  }

  get authorization(): string | undefined {
    return this.headers.authorization;
  }
  get environment(): string {
    return this.headers.environment;
  }
  get csrfToken(): string {
    return this.headers.csrfToken;
  }
  get isCrossSite(): boolean {
    return isCrossSite(this.headers, this.#host.publicOrigin);
  }
  get sessionText(): string {
    return sessionTextIn(this.headers.cookie, this.#host.sessionCookies);
  }
  get tenant(): string {
    return this.headers.tenant;
  }
  get userAgent(): string {
    return this.headers.userAgent;
  }
  get contentType(): string {
    return this.headers.contentType;
  }
  get lastEventId(): string {
    return this.headers.lastEventId;
  }
  get idempotencyKey(): string {
    return this.headers.idempotencyKey;
  }
  set idempotencyKey(key: string) {
    this.headers.idempotencyKey = key;
  }
}
