import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as the service got it, without what differs between languages. */
export type Recorded = {
  readonly line: string;
  readonly mediaType: string | undefined;
  /** The value of a body in JSON, or the number of bytes of another one. */
  readonly body: unknown;
};

type Recorder = {
  readonly address: string;
  /** The requests below `/v1`, in the order of their arrival. */
  readonly requests: Recorded[];
  /** The responses that are not successful, such as `POST /v1/pets: 409 {"code":…}`. */
  readonly failures: string[];
  readonly close: () => void;
};

const bodyOf = (bytes: Buffer, mediaType: string | undefined): unknown => {
  if (bytes.length === 0) return undefined;
  return mediaType === "application/json" ? (JSON.parse(bytes.toString()) as unknown) : bytes.length;
};

/** Starts a server that passes requests on to the service and records them. It also receives webhooks at `/hook`. */
export const startRecorder = async (service: string): Promise<Recorder> => {
  const requests: Recorded[] = [];
  const failures: string[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const pass = async () => {
      const bytes = await buffer(request);
      if (url === "/hook") return response.writeHead(204).end();
      const isRecorded = url.startsWith("/v1/");
      const line = `${method} ${url}`;
      const mediaType = bytes.length === 0 ? undefined : headers["content-type"];
      if (isRecorded) requests.push({ line, mediaType, body: bodyOf(bytes, mediaType) });
      const { host: _, connection: __, "transfer-encoding": ___, expect: ____, ...kept } = headers;
      const answer = await fetch(service + url, {
        method,
        headers: { ...(kept as Record<string, string>), "accept-encoding": "identity" },
        ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
      });
      const content = Buffer.from(await answer.arrayBuffer());
      if (isRecorded && answer.status >= 300) failures.push(`${line}: ${answer.status} ${content.toString()}`);
      const { "content-length": _____, ...given } = Object.fromEntries(answer.headers);
      return response.writeHead(answer.status, given).end(content);
    };
    pass().catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failures,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
