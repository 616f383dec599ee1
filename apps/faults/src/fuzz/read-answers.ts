import { inspect } from "node:util";

const MAX_FIELD_BYTES = 4_096;
const statusLine = /^HTTP\/1\.1 ([1-5][0-9][0-9]) [ -~]*$/;

type Answer = { readonly status: number; readonly fields: readonly string[]; readonly body: string | undefined };

const valueOf = (fields: readonly string[], name: string) => {
  const field = fields.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return field?.slice(name.length + 1).trim();
};

/** A body, and the index in the text at which the next response starts. */
type Framed = { readonly body: string; readonly end: number };

/** Parses chunks (RFC 9112 §7.1). @returns Undefined if they are incomplete. */
const chunksAt = (text: string, start: number): Framed | undefined => {
  let body = "";
  for (let at = start; ; ) {
    const line = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, line), 16);
    // Text that is not a chunk is reported later, when it turns out not to be a response either.
    if (line !== -1 && Number.isNaN(size)) return { body, end: at };
    const end = line + 2 + size + 2;
    if (line === -1 || end > text.length) return undefined;
    body += text.slice(line + 2, end - 2);
    if (size === 0) return { body, end };
    at = end;
  }
};

/** Returns the body at `start`, or undefined if it is incomplete. HEAD and 304 declare a length but send no body. */
const bodyAt = (text: string, start: number, status: number, fields: readonly string[]): Framed | undefined => {
  const length = Number(valueOf(fields, "content-length") ?? 0);
  const isAbsent = status < 200 || status === 204 || status === 304 || text.startsWith("HTTP/1.1 ", start);
  if (isAbsent || start === text.length) return { body: "", end: start };
  if (valueOf(fields, "transfer-encoding") === "chunked") return chunksAt(text, start);
  const end = start + length;
  return end <= text.length ? { body: text.slice(start, end), end } : undefined;
};

const isErrorBody = (text: string, status: number): boolean => {
  try {
    const body = JSON.parse(Buffer.from(text, "latin1").toString()) as Record<string, unknown>;
    const names = Object.keys(body).toSorted().join();
    return names === "code,message,status" && body["status"] === status && typeof body["message"] === "string";
  } catch {
    return false;
  }
};

const rulesBrokenBy = ({ status, fields, body }: Answer): string[] => {
  const problems: string[] = [];
  if (status >= 500 && status !== 503) problems.push(`status ${status}`);
  if (status >= 400 && body !== undefined && body !== "" && !isErrorBody(body, status)) {
    problems.push(`the body of ${status} is not {code, message, status}: ${inspect(body.slice(0, 200))}`);
  }
  for (const field of fields) {
    if (field.length > MAX_FIELD_BYTES) problems.push(`field ${field.slice(0, 30)}… has ${field.length} bytes`);
  }
  return problems;
};

export type Read = { readonly statuses: readonly number[]; readonly problems: readonly string[] };

/**
 * Checks all responses on a connection.
 * @param text - In latin1. It may end anywhere, because the client may have closed the connection.
 */
export const readAnswers = (text: string): Read => {
  const statuses: number[] = [];
  const problems: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\r\n\r\n", at);
    if (end === -1) break;
    const [first = "", ...fields] = text.slice(at, end).split("\r\n");
    const status = Number(statusLine.exec(first)?.[1]);
    if (Number.isNaN(status))
      return { statuses, problems: [...problems, `not an answer: ${inspect(first.slice(0, 200))}`] };
    const framed = bodyAt(text, end + 4, status, fields);
    statuses.push(status);
    problems.push(...rulesBrokenBy({ status, fields, body: framed?.body }));
    if (framed === undefined) break;
    at = framed.end;
  }
  return { statuses, problems };
};
