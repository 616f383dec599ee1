/** How the service is started: with its limit on, but out of reach, and like its peers without a line for each request. */
export const ownEnv = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PORT: "0",
  RATE_LIMIT: "999999999",
  LOG_LEVEL: "warn",
});
