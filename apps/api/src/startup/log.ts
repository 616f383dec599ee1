import pino, { type Logger } from "pino";
import { serializeError } from "./serialize-error.js";

const STDERR = 2;

/** The log goes to standard error, because standard output may show a key. */
export const createLog = async (level: string): Promise<Logger> => {
  const options = { level, serializers: { err: serializeError } };
  if (!process.stderr.isTTY) {
    return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(STDERR));
  }
  const { default: pretty } = await import("pino-pretty");
  const lines = pretty({
    destination: STDERR,
    sync: true,
    singleLine: true,
    translateTime: "HH:MM:ss",
    messageFormat: "{msg}{if method} {method} {url} {status} {end}",
    ignore: "pid,hostname,method,url,status,operation",
  });
  return pino(options, lines);
};
