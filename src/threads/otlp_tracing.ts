/**
 * Spans by OpenTelemetry, sent by OTLP over HTTP. The SDK reads its own environment variables:
 * endpoints, headers, sampler, limits of a batch. Loaded only where traces are asked for.
 * Guarantees: a request never waits for a collector, and never fails because of one; at most a queue
 * of spans waits (2,048, `OTEL_BSP_MAX_QUEUE_SIZE`), others are dropped; what a collector does not
 * take is a warning, which the log counts when it repeats.
 */
import {
  type Context,
  createTraceState,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import type { RequestSpan, TracedEnd, Tracing } from "../http/note/tracing.ts";
import type { RequestHeaders } from "../http/read/request_headers.ts";
import { traceContextOf } from "../http/read/trace_context.ts";

export type TracesProtocol = "http/protobuf" | "http/json";

export type OpenTracing = Tracing & {
  /** Sends what waits, for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
};

const SERVICE_NAME = "money-movement-platform";
/** Characters of a fault of the exporter that the log keeps. */
const REASON_LENGTH = 300;

export async function openOtlpTracing(
  protocol: TracesProtocol,
  logger: Logger,
): Promise<OpenTracing> {
  diag.setLogger(diagnosticsTo(logger), { logLevel: DiagLogLevel.WARN });
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": SERVICE_NAME }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer(SERVICE_NAME);
  return {
    begin: (headers) => new OtlpSpan(tracer, headers),
    async close(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

class OtlpSpan implements RequestSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #context: Context;
  /** The time that the write is with its shard: it is decided, and made durable. */
  #commit: Span | undefined;

  constructor(tracer: Tracer, headers: Pick<RequestHeaders, "traceparent" | "tracestate">) {
    this.#tracer = tracer;
    const parent = contextOf(headers);
    // The name is that of the operation once the route's operation is known, at the end.
    this.#span = tracer.startSpan("request", { kind: SpanKind.SERVER }, parent);
    this.#context = trace.setSpan(parent, this.#span);
    const { traceId, spanId } = this.#span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
  }

  posted(): void {
    if (!this.#span.isRecording()) return;
    this.#commit = this.#tracer.startSpan("ledger commit", undefined, this.#context);
  }

  replied(): void {
    this.#commit?.end();
    this.#commit = undefined;
  }

  end(end: TracedEnd): void {
    this.replied();
    const span = this.#span;
    if (!span.isRecording()) return;
    span.updateName(end.route === undefined ? end.method : `${end.method} ${end.route}`);
    span.setAttributes({
      "http.request.method": end.method,
      "http.response.status_code": end.status,
      "http.request.body.size": end.bytesIn,
      "http.response.body.size": end.bytesOut,
      "url.scheme": "http",
      "url.path": end.path,
      "client.address": end.client,
      "user_agent.original": end.userAgent,
      "service.operation": end.operation,
      "service.request_id": end.requestId,
    });
    if (end.route !== undefined) span.setAttribute("http.route", end.route);
    if (end.operationId !== "") span.setAttribute("service.operation_id", end.operationId);
    if (end.code !== undefined) span.setAttribute("error.type", end.code);
    if (end.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

/** The context whose span is the caller's, where the caller names one. */
function contextOf({
  traceparent,
  tracestate,
}: Pick<RequestHeaders, "traceparent" | "tracestate">): Context {
  const parent = traceContextOf(traceparent);
  if (parent === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: parent.traceId,
    spanId: parent.parentId,
    traceFlags: parent.flags,
    isRemote: true,
    ...(tracestate !== "" && { traceState: createTraceState(tracestate) }),
  });
}

/** What the SDK says of itself, as lines of the log; the log counts those that repeat. */
function diagnosticsTo(logger: Logger) {
  const say = (text: string, ...more: unknown[]) => {
    const reason = [text, ...more.map(String)].join(" ").slice(0, REASON_LENGTH);
    logger.warn({ err: { type: "OpenTelemetry", message: reason } }, "traces are not delivered");
  };
  const ignore = () => {};
  return { error: say, warn: say, info: ignore, debug: ignore, verbose: ignore };
}
