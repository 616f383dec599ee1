import type { Logger } from "pino";
import type { Tracing } from "./tracing.js";

/** Loads OpenTelemetry only if tracing is configured, so that other starts take no longer. */
export const loadTracing = async (
  { otlpEndpoint }: { readonly otlpEndpoint: string | undefined },
  log: Logger,
): Promise<Tracing | undefined> => {
  if (otlpEndpoint === undefined) return undefined;
  const { openTracing } = await import("./open-tracing.js");
  return openTracing(log);
};
