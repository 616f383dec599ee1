import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  links?: { spanId: string }[];
  status: { code?: number };
};
type Payload = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: CollectedSpan[] }[] }[] };

export type OtlpCollector = {
  url: string;
  spans: CollectedSpan[];
  /** Returns everything that was received, as text. */
  received(): string;
  close(): void;
};

/** Opens a collector that receives OTLP over HTTP as JSON. */
export const openOtlpCollector = async (): Promise<OtlpCollector> => {
  const spans: CollectedSpan[] = [];
  let text = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      text += body;
      const { resourceSpans } = JSON.parse(body) as Payload;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, received: () => text, close };
};

export const attributeOf = ({ attributes }: CollectedSpan, name: string): string | number | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
