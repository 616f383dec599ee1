// The container's HEALTHCHECK: exits with 0 while the service answers /readyz with 200, else with 1. Docker reads no more.
import { get } from "node:http";

const TIMEOUT_MS = 4_000;

const fail = (reason) => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

// Not the request's own timeout, which begins anew with each byte.
setTimeout(() => fail(`no response within ${TIMEOUT_MS} ms`), TIMEOUT_MS).unref();

get({ host: "127.0.0.1", port: process.env.PORT || 3000, path: "/readyz" }, ({ statusCode }) => {
  if (statusCode === 200) process.exit(0);
  fail(`/readyz answers ${statusCode}`);
}).on("error", ({ message }) => fail(message));
