import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attributeOf, petFieldsOf } from "../../../../test/support/examples";
import { actAs, fakeService } from "../../../../test/support/fake-service";
import { runHook, until } from "../../../../test/support/hook";
import { profileErrors, refusalAt } from "../../../lib/service/field-errors";
import { ApiError } from "../../../lib/service/api-error";
import { useNewDetails } from "./new-pet-details";
import { changedValues, externalIdField, fieldsFor, meanwhile, patchOf, typedIn, withTyped } from "./profile-edits";

const breed = attributeOf();
const weight = attributeOf({ id: 5, name: "weight", label: "Weight", type: "number", decimals: 1 });
const tricks = attributeOf({ id: 6, name: "tricks", type: "labels", categoryIds: [2] });
const kennel = attributeOf({ id: 7, name: "kennel", isArchived: true });
const all = [breed, weight, tricks, kennel];

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  actAs("clerk");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what is typed over a profile", () => {
  const now = { breed: "Collie", weight: 27.5, kennel: "12", tricks: ["sit"], externalId: null };

  it("has the fields of the category, and values of other fields can only be cleared", () => {
    const { fields, left } = fieldsFor(all, 1, now);
    expect([fields, left]).toEqual([
      [breed, weight, externalIdField],
      [tricks, kennel],
    ]);
    expect(fieldsFor(all, 2, {})).toEqual({ fields: [breed, weight, tricks, externalIdField], left: [] });
  });

  it("is kept as typed until it equals the stored value, and only differences are sent", () => {
    const first = withTyped(undefined, now, breed, "Collie ");
    expect([first?.changes, changedValues(all, first, now)]).toEqual([{ breed: "Collie " }, {}]);
    const second = withTyped(withTyped(first, now, breed, "Collie mix"), now, weight, "");
    expect(changedValues(all, second, now)).toEqual({ breed: "Collie mix", weight: null });
    expect([typedIn(weight, second, now), typedIn(tricks, second, now)]).toEqual(["", ["sit"]]);
    expect(withTyped(withTyped(second, now, weight, "27.5"), now, breed, "Collie")).toBeUndefined();
  });

  it("clears values that the category does not have", () => {
    const draft = withTyped(withTyped(undefined, now, kennel, ""), now, tricks, "");
    expect(changedValues(all, draft, now)).toEqual({ kennel: null, tricks: null });
  });

  it("becomes one patch with the attributes and the external id", () => {
    expect(patchOf({ externalId: "SH-1" })).toEqual({ externalId: "SH-1" });
    expect(patchOf({ breed: null, externalId: null })).toEqual({ externalId: null, attributes: { breed: null } });
  });

  it("asks only if somebody else has changed the same field to a different value", () => {
    const draft = { base: now, changes: { breed: "Mine", weight: "30" } };
    const other = { ...now, breed: "Theirs", weight: 30, kennel: "13" };
    expect(meanwhile(draft, changedValues(all, draft, other), other)).toEqual({
      taken: ["kennel"],
      clashes: ["breed"],
    });
  });
});

describe("the details of a new animal", () => {
  it("are the fields of its category, without values that were typed for another category", async () => {
    fakeService({ "GET /v1/attributes": () => ({ body: all }) });
    const details = { breed: "Collie", tricks: ["sit"], externalId: " " };
    const show = (categoryId: number | null) =>
      runHook(() =>
        useNewDetails({
          fields: { ...petFieldsOf({ name: "" }), categoryId },
          draft: { details },
          setDraft: () => undefined,
          error: null,
        }),
      );
    const none = await show(null);
    expect([none.now().fields, none.now().toProfile()]).toEqual([[], {}]);
    const dog = await show(1);
    await until(() => dog.now().fields.length > 1);
    expect(dog.now().fields).toEqual([breed, weight, externalIdField]);
    expect(dog.now().toProfile()).toEqual({ profile: { attributes: { breed: "Collie" } } });
  });
});

describe("a refusal of a profile", () => {
  const errorOf = (message: string) => new ApiError("invalid_request", message, 400);

  it("is split at the fields that the service names, even if a rule contains a semicolon", () => {
    const rule = "must be an array of 1 to 50 different texts; null clears it, not []";
    const error = errorOf(
      `body.attributes.weight must be an integer, not "x"; body.attributes.tags ${rule}; body.externalId is taken by pet 4; choose another; the attributes are breed, weight`,
    );
    expect(profileErrors(error, "body")).toEqual({
      weight: 'Must be an integer, not "x"',
      tags: rule.replace("must", "Must"),
      externalId: "Is taken by pet 4; choose another",
    });
    const saved = errorOf(
      'body.0.to.name is required; body.0.profile.to.attributes.weight must be an integer, not "x"',
    );
    expect(profileErrors(saved, "body.0.profile.to")).toEqual({ weight: 'Must be an integer, not "x"' });
    expect(refusalAt(saved, "body.0.to")?.message).toBe("body.name is required");
    expect([refusalAt(saved, "body.0.note"), refusalAt(null, "body.0.to")]).toEqual([null, null]);
    expect([profileErrors(error, "body.profile"), profileErrors(null, "body")]).toEqual([{}, {}]);
  });

  it("a refusal for a new animal is not shown at a field of the same name", () => {
    const error = errorOf("body.name is required; body.profile.attributes.name must be a text, not 5");
    expect(profileErrors(error, "body.profile")).toEqual({ name: "Must be a text, not 5" });
  });
});
