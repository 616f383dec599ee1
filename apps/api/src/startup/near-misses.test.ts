import { describe, expect, it } from "vitest";
import { Environment } from "../config/config.js";
import { findNearMisses } from "./near-misses.js";

describe("findNearMisses", () => {
  it.each([
    ["RATE_LIMITS", "RATE_LIMIT"],
    ["RATELIMIT", "RATE_LIMIT"],
    ["rate_limit", "RATE_LIMIT"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["WORKER", "WORKERS"],
    ["REQUIRE_SECOND_FACTORS", "REQUIRE_SECOND_FACTOR"],
    ["PETSTORE_AUTH_SECRET", "AUTH_SECRET"],
  ])("names %s for %s, without its value", (given, meant) => {
    expect(findNearMisses({ [given]: "hunter2" })).toEqual([
      `${given} is not a setting of Pet Store and has no effect; if it is meant to be ${meant}, rename it.`,
    ]);
  });

  it("reports none of the settings themselves", () => {
    expect(findNearMisses(Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, "x"])))).toEqual([]);
  });

  it.each(["HOME", "POST", "HOSTNAME", "PGHOST", "PGPORT", "PORT_3000_TCP", "REDIS_PORT", "NODE_ENV", "XDG_DATA_DIRS"])(
    "does not report %s, which other programs use",
    (name) => {
      expect(findNearMisses({ [name]: "x" })).toEqual([]);
    },
  );

  it("does not report addresses that Kubernetes sets for a service with a similar name", () => {
    expect(findNearMisses({ METRIC_PORT: "tcp://10.0.0.1:9464" })).toEqual([]);
  });

  it("reports nothing if the setting itself is set or the variable is empty", () => {
    expect(findNearMisses({ RATE_LIMITS: "5", RATE_LIMIT: "6", DATABASE_URI: "" })).toEqual([]);
  });
});
