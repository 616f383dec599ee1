import { describe, expect, it } from "vitest";
import { createDevices } from "./devices.js";

const start = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
const [ann, ben] = ["ann@petstore.test", "ben@petstore.test"];
const create = (authSecret = "s".repeat(32), days = 0) =>
  createDevices({ authSecret, isSecure: false, clock: () => new Date(start.getTime() + days * DAY_MS) });
const cookieIn = (field: string) => field.slice(0, field.indexOf(";"));

describe("a device cookie", () => {
  const devices = create();
  const cookie = cookieIn(devices.cookieFor(undefined, ann, "hash of ann"));

  it("identifies the browser for its account until the password changes", () => {
    const device = devices.find(`other=1; ${cookie}`, ann);
    expect(device && devices.isCurrent(device, "hash of ann")).toBe(true);
    expect(device && devices.isCurrent(device, "another hash")).toBe(false);
    expect(devices.find(cookie, ben)).toBeUndefined();
    expect(devices.find(undefined, ann)).toBeUndefined();
  });

  it("contains neither the password's hash nor the account's address", () => {
    const [, value = ""] = cookie.split("=");
    const text = value.split(/[.~]/).map((part) => part + Buffer.from(part, "base64url").toString());
    expect(text.join()).not.toMatch(/hash of ann|ann@petstore/);
  });

  it("is rejected when any character is changed", () => {
    for (let at = cookie.indexOf("=") + 1; at < cookie.length; at += 1) {
      const other = cookie[at] === "A" ? "B" : "A";
      const altered = cookie.slice(0, at) + other + cookie.slice(at + 1);
      // Only four of the bits in the last of the 43 characters count, so some changes leave the decoded value
      // unchanged.
      if (Buffer.from(altered.slice(-43), "base64url").equals(Buffer.from(cookie.slice(-43), "base64url"))) {
        if (altered.slice(0, -43) === cookie.slice(0, -43)) continue;
      }
      expect(devices.find(altered, ann)).toBeUndefined();
    }
  });

  it("is rejected with another secret, after 90 days, and with a time in the future", () => {
    expect(create("t".repeat(32)).find(cookie, ann)).toBeUndefined();
    expect(create(undefined, 89.9).find(cookie, ann)).toBeDefined();
    expect(create(undefined, 90).find(cookie, ann)).toBeUndefined();
    expect(create(undefined, -1).find(cookie, ann)).toBeUndefined();
  });

  it("identifies the last five accounts of a browser, each with its own id", () => {
    const id = devices.find(cookie, ann)?.id;
    let shared = cookie;
    for (const email of ["1@a.test", "2@a.test", "3@a.test", ann, "4@a.test"]) {
      shared = cookieIn(devices.cookieFor(shared, email, "hash"));
    }
    expect(devices.find(shared, ann)?.id).toBe(id);
    expect(devices.find(shared, "1@a.test")).toBeDefined();
    shared = cookieIn(devices.cookieFor(shared, ben, "hash"));
    expect(devices.find(shared, "1@a.test")).toBeUndefined();
    expect(shared.length).toBeLessThan(600);
  });

  it("is Secure with a __Host- name when the service has TLS", () => {
    const secure = createDevices({ authSecret: "s".repeat(32), isSecure: true, clock: () => start });
    expect(secure.cookieFor(undefined, ann, "hash")).toMatch(
      /^__Host-petstore\.device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});
