import { setTimeout as delay } from "node:timers/promises";
import { ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import { createSpans } from "./spans.js";
import type { Tracing } from "./tracing.js";

const CLOSE_TIMEOUT_MS = 2_000;
const SERVICE_NAME = "petstore";

/**
 * Logs one line when the collector fails, and one when it works again. The spans in between are lost.
 * `isUsable` tells whether the last export succeeded.
 */
export const withLog = (exporter: SpanExporter, log: Logger): SpanExporter & { readonly isUsable: () => boolean } => {
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // The error itself is not logged, because it may contain OTEL_EXPORTER_OTLP_HEADERS.
        const hasFailed = result.code === ExportResultCode.FAILED;
        if (hasFailed && !isLost) log.warn("The OTLP collector accepts no traces; they are dropped until it does.");
        if (!hasFailed && isLost) log.info("The OTLP collector accepts traces again.");
        isLost = hasFailed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
    isUsable: () => !isLost,
  };
};

/** The SDK itself reads the endpoint, headers, sampler, limits and the service's name from OTEL_* variables. */
export const openTracing = (log: Logger): Tracing => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": SERVICE_NAME }))
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = withLog(new OTLPTraceExporter(), log);
  const processor = new BatchSpanProcessor(exporter);
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const close = async () => {
    await Promise.race([provider.shutdown().catch(() => {}), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  };
  return { ...createSpans(provider.getTracer(SERVICE_NAME)), isCollectorUsable: exporter.isUsable, close };
};
