import type { Logger } from "pino";
import type { Tracing } from "./tracing.js";

/** Loads OpenTelemetry only if it is asked for: no start pays for what it does not use. */
export const loadTracing = async (
  { otlpEndpoint }: { readonly otlpEndpoint: string | undefined },
  log: Logger,
): Promise<Tracing | undefined> => {
  if (otlpEndpoint === undefined) return undefined;
  const { openTracing } = await import("./open-tracing.js");
  return openTracing(log);
};
