import { NewUser } from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error";
import { fieldErrorsOf, serverFieldErrors } from "./field-errors";

describe("fieldErrorsOf", () => {
  it("makes a sentence for each field", () => {
    const { error } = NewUser.safeParse({ name: "", email: "kim", role: "clerk" });
    const fields = error === undefined ? {} : fieldErrorsOf(error);
    expect(Object.keys(fields).toSorted()).toEqual(["email", "name"]);
    expect(fields["name"]).toMatch(/^[A-Z]/);
  });
});

describe("serverFieldErrors", () => {
  const error = (message: string) => new ApiError("validation_error", message, 400);

  it("finds the fields of the form in the service's message", () => {
    const message = "body.name is required; body.tags.0 must be text";
    expect(serverFieldErrors(error(message), ["name", "tags"])).toEqual({
      fields: { name: "Is required", tags: "Must be text" },
      isComplete: true,
    });
  });

  it("finds a field inside another by its whole path, if the form has one", () => {
    const given = error("body.customer.email is that of customer 7; body.note must be text");
    expect(serverFieldErrors(given, ["customer.email", "note"]).fields).toEqual({
      "customer.email": "Is that of customer 7",
      note: "Must be text",
    });
    expect(serverFieldErrors(given, ["note"]).isComplete).toBe(false);
  });

  it("is not complete if something belongs to no field of the form", () => {
    const partly = serverFieldErrors(error("body.name is required; body.other is required"), ["name"]);
    expect(partly).toEqual({ fields: { name: "Is required" }, isComplete: false });
    expect(serverFieldErrors(error("The store is full."), ["name"])).toEqual({ fields: {}, isComplete: false });
  });

  it("finds nothing in a failure that is no answer", () => {
    expect(serverFieldErrors(new TypeError("body.name is odd"), ["name"]).fields).toEqual({});
  });
});
