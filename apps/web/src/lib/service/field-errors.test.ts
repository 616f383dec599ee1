import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error";
import { serverFieldErrors } from "./field-errors";

describe("serverFieldErrors", () => {
  const error = (message: string) => new ApiError("validation_error", message, 400);

  it("finds the fields of the form in the service's message", () => {
    const message = "body.name is required; body.tags.0 must be text";
    expect(serverFieldErrors(error(message), ["name", "tags"])).toEqual({
      fields: { name: "Is required", tags: "Must be text" },
      english: ["name", "tags"],
      isComplete: true,
    });
  });

  it("finds a nested field by its whole path, if the form has it", () => {
    const given = error("body.customer.email belongs to customer 7; body.note must be text");
    expect(serverFieldErrors(given, ["customer.email", "note"]).fields).toEqual({
      "customer.email": "Belongs to customer 7",
      note: "Must be text",
    });
    expect(serverFieldErrors(given, ["note"]).isComplete).toBe(false);
  });

  it("is incomplete if a problem belongs to no field of the form", () => {
    const partly = serverFieldErrors(error("body.name is required; body.other is required"), ["name"]);
    expect(partly).toEqual({ fields: { name: "Is required" }, english: ["name"], isComplete: false });
    expect(serverFieldErrors(error("The store is full."), ["name"])).toEqual({
      fields: {},
      english: [],
      isComplete: false,
    });
  });

  it("marks only the service's own sentences as English", () => {
    expect(serverFieldErrors(new ApiError("invalid_code", "body.code is wrong"), ["code"]).english).toEqual([]);
  });

  it("finds nothing in a failure without a response", () => {
    expect(serverFieldErrors(new TypeError("body.name is odd"), ["name"]).fields).toEqual({});
  });
});
