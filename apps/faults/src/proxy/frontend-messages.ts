/**
 * `commit` is the execution of any statement that commits a transaction, not only of COMMIT. `connect` is the startup
 * message.
 */
export const steps = ["connect", "query", "commit"] as const;
export type Step = (typeof steps)[number];

/**
 * A message of the client, and the step that it begins. The step is undefined for Parse, Sync, Terminate and others.
 */
export type FrontendMessage = { readonly bytes: Buffer; readonly step: Step | undefined };

// https://www.postgresql.org/docs/current/protocol-message-formats.html
const PROTOCOL_3 = 3;
const BIND = 0x42;
const PARSE = 0x50;
const QUERY = 0x51;

const cStringAt = (bytes: Buffer, at: number) => {
  const end = bytes.indexOf(0, at);
  return { text: bytes.toString("utf8", at, end), next: end + 1 };
};

type Statement = "begins" | "commits" | "ends" | "writes" | "reads";

const classify = (sql: string): Statement => {
  if (/\bCOMMIT\b/i.test(sql)) return "commits";
  if (/^\s*(?:BEGIN|START)\b/i.test(sql)) return "begins";
  // After ROLLBACK TO, the transaction block continues.
  if (/^\s*ROLLBACK\s*;?\s*$/i.test(sql)) return "ends";
  return /\b(?:INSERT INTO|DELETE FROM|UPDATE\s+\S+\s+SET)\b/i.test(sql) ? "writes" : "reads";
};

/** Splits the bytes of a client into messages of PostgreSQL's protocol, and classifies each message. */
export const createFrontendReader = (): ((chunk: Buffer) => FrontendMessage[]) => {
  const prepared = new Map<string, Statement>();
  let rest = Buffer.alloc(0);
  let isStarted = false;
  let isInTransaction = false;

  const execute = (statement: Statement): Step => {
    const isCommit = statement === "commits" || (statement === "writes" && !isInTransaction);
    if (statement === "begins") isInTransaction = true;
    if (statement === "commits" || statement === "ends") isInTransaction = false;
    return isCommit ? "commit" : "query";
  };

  const stepOf = (bytes: Buffer): Step | undefined => {
    const type = bytes[0];
    if (type === QUERY) return execute(classify(cStringAt(bytes, 5).text));
    if (type === PARSE) {
      const { text: name, next } = cStringAt(bytes, 5);
      prepared.set(name, classify(cStringAt(bytes, next).text));
    }
    if (type !== BIND) return undefined;
    const { next } = cStringAt(bytes, 5);
    return execute(prepared.get(cStringAt(bytes, next).text) ?? "reads");
  };

  const takeFirst = (): FrontendMessage | undefined => {
    // The messages up to and including the startup message, for example SSLRequest, have no type byte.
    const typeBytes = isStarted ? 1 : 0;
    if (rest.length < typeBytes + 4) return undefined;
    const length = typeBytes + rest.readUInt32BE(typeBytes);
    if (rest.length < length) return undefined;
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    if (isStarted) return { bytes, step: stepOf(bytes) };
    isStarted = bytes.readUInt16BE(4) === PROTOCOL_3;
    return { bytes, step: isStarted ? "connect" : undefined };
  };

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: FrontendMessage[] = [];
    for (let message = takeFirst(); message !== undefined; message = takeFirst()) messages.push(message);
    return messages;
  };
};
