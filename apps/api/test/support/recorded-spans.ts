import { SpanStatusCode } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createSpans } from "../../src/tracing/spans.js";
import type { Tracing } from "../../src/tracing/tracing.js";

/** Creates a tracing whose spans are kept in memory. @returns The tracing, and the spans that have ended so far. */
export const recordSpans = () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracing: Tracing = {
    ...createSpans(provider.getTracer("test")),
    isCollectorUsable: () => true,
    close: () => provider.shutdown(),
  };
  const ended = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      id: span.spanContext().spanId,
      traceId: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
      links: span.links.map(({ context }) => context.spanId),
      attributes: span.attributes,
      hasFailed: span.status.code === SpanStatusCode.ERROR,
    }));
  return { tracing, ended };
};
