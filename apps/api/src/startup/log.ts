import pino, { type Logger } from "pino";

const STDERR = 2;

/**
 * The log goes to standard error, as lines of JSON; on a terminal, as lines for people. Standard output is left to what
 * a command answers, so that a key shown there never gets into a log.
 */
export const createLog = async (level: string): Promise<Logger> => {
  if (!process.stderr.isTTY) return pino({ level, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(STDERR));
  const { default: pretty } = await import("pino-pretty");
  const lines = pretty({
    destination: STDERR,
    sync: true,
    singleLine: true,
    translateTime: "HH:MM:ss",
    messageFormat: "{msg}{if method} {method} {url} {status} {end}",
    ignore: "pid,hostname,method,url,status,operation",
  });
  return pino({ level }, lines);
};
