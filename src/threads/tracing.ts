/**
 * Whether traces leave by OTLP, as the standard environment variables of OpenTelemetry say. Loads
 * nothing of OpenTelemetry where they do not.
 */
import type { Logger } from "pino";
import type { OpenTracing, TracesProtocol } from "./otlp_tracing.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * How traces leave; undefined where they do not. They do where an endpoint is named, or the exporter
 * `otlp`, whose endpoint is then http://localhost:4318. Throws for a protocol that is not spoken.
 */
export function tracesProtocolOf(variables: Variables): TracesProtocol | undefined {
  const value = (name: string) => (variables[name] ?? "").trim();
  if (value("OTEL_SDK_DISABLED").toLowerCase() === "true") return undefined;
  const exporter = value("OTEL_TRACES_EXPORTER");
  if (exporter !== "" && exporter !== "otlp") return undefined;
  const endpoint =
    value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") || value("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === "" && exporter === "") return undefined;
  const protocol =
    value("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ||
    value("OTEL_EXPORTER_OTLP_PROTOCOL") ||
    "http/protobuf";
  if (protocol === "http/protobuf" || protocol === "http/json") return protocol;
  throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf or http/json, not "${protocol}"`);
}

/** Opens the tracing of this thread; undefined where no traces are asked for. */
export async function openTracing(
  variables: Variables,
  logger: Logger,
): Promise<OpenTracing | undefined> {
  try {
    const protocol = tracesProtocolOf(variables);
    if (protocol === undefined) return undefined;
    const { openOtlpTracing } = await import("./otlp_tracing.ts");
    return await openOtlpTracing(protocol, logger);
  } catch (err) {
    logger.error({ err }, "no traces are made");
    return undefined;
  }
}
