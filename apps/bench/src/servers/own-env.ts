/** All services of a run share their stores, so they need the same secret. It protects nothing. */
const AUTH_SECRET = "bench".repeat(10);

/**
 * Sets a rate limit that counts requests but is never reached, and switches off the log line for each request, as in
 * the competitors.
 */
export const ownEnv = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  AUTH_SECRET,
  PORT: "0",
  RATE_LIMIT: "999999999",
  LOG_LEVEL: "warn",
});
