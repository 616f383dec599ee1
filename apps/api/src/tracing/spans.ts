import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import type { Tracing } from "./tracing.js";

/** The origin of a recorded request is its span. */
const toSpan = (origin: object) => origin as Span;
const contextOf = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span);

const FIRST_SERVER_ERROR = 500;
const MAX_STATEMENT_LENGTH = 4_000;

const endSpan = (span: Span, error?: unknown) => {
  if (error !== undefined && error !== null) {
    // The attribute does not contain the message of the error, because that may contain a value.
    const name = error instanceof Error ? error.name : "Error";
    const code = (error as { code?: unknown }).code;
    span.setAttribute("error.type", typeof code === "string" ? code : name);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
};

export const createSpans = (tracer: Tracer): Omit<Tracing, "close" | "isCollectorUsable"> => {
  const current = new AsyncLocalStorage<Span>();
  const propagator = new W3CTraceContextPropagator();
  const runIn = async <Result>(span: Span, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await current.run(span, work);
      endSpan(span);
      return result;
    } catch (error) {
      endSpan(span, error);
      throw error;
    }
  };
  return {
    startRequest: (request, requestId) => {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const method = request.method ?? "";
      const attributes = { "http.request.method": method, "petstore.request_id": requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const isRecording = span.isRecording();
      return {
        traceId: span.spanContext().traceId,
        run: (work) => (isRecording ? current.run(span, work) : work()),
        end: (route, operation, status) => {
          if (!isRecording) return;
          span.updateName(`${method} ${route ?? operation}`);
          if (route !== undefined) span.setAttribute("http.route", route);
          if (status === undefined) span.setAttribute("error.type", "aborted");
          else span.setAttribute("http.response.status_code", status);
          if (status === undefined || status >= FIRST_SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    runOperation: (operationId, work) => {
      const parent = current.getStore();
      return parent === undefined ? work() : runIn(tracer.startSpan(operationId, {}, contextOf(parent)), work);
    },
    origin: () => current.getStore(),
    runBatch: (origins, name, work) => {
      const [first, ...others] = origins.filter((origin) => origin !== undefined).map(toSpan);
      if (first === undefined) return current.exit(work);
      const links = others.map((span) => ({ context: span.spanContext() }));
      const attributes = { "petstore.batch.size": origins.length };
      return runIn(tracer.startSpan(`batch ${name}`, { links, attributes }, contextOf(first)), work);
    },
    startStatement: (text) => {
      const parent = current.getStore();
      if (parent === undefined) return undefined;
      const name = /^\s*(\w{1,20})/.exec(text)?.[1]?.toUpperCase() ?? "statement";
      const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, MAX_STATEMENT_LENGTH) };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, contextOf(parent));
      return (error) => endSpan(span, error);
    },
    bind: (callback) => {
      const span = current.getStore();
      return span === undefined
        ? callback
        : (((...args: never[]) => current.run(span, () => callback(...args))) as typeof callback);
    },
  };
};
