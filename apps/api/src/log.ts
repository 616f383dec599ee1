import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

const STDERR = 2;

/**
 * The log goes to standard error, as lines of JSON; on a terminal, as lines for people. Standard output is left to what
 * a command answers, so that a key shown there never gets into a log.
 */
export const createLog = (level: string): Logger =>
  process.stderr.isTTY
    ? pino({ level }, pretty({ destination: STDERR, sync: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" }))
    : pino({ level, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(STDERR));
