import { expect, it } from "vitest";
import { hasten } from "./prometheus.js";

it("a faster Prometheus waits less, and evaluates the expressions of operators", () => {
  const rules = [
    "      - alert: PetStoreErrors",
    "        expr: rate(petstore_http_requests_total[2m]) > 0.05",
    "        for: 1m",
    "      - alert: PetStoreDown",
    "        expr: up == 0",
    "        for: 30s",
  ];
  const [waits, shorter] = ["        for: 4000ms", "        for: 2000ms"];
  const { 2: _, 5: __, ...others } = rules;
  const changed = hasten(rules.join("\n"), 15).split("\n");
  expect([changed[2], changed[5]]).toEqual([waits, shorter]);
  expect({ ...changed }).toMatchObject(others);
});
