import type { AuditEvent } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { attributeOf as defined, eventOf, luna, photoOf } from "../../../test/support/examples";
import { petFieldNames, petFields } from "../pets/pet-fields";
import { noValue } from "../text/value";
import { describeEvent } from "./describe-event";
import type { PetNameOf } from "./describe-subject";
import { describeFields } from "./event-fields";

const nameOf = (id: number) => `Kind ${id}`;
const weight = defined({ name: "weight", label: "Weight", type: "number", unit: "kg", decimals: 1 });
const born = defined({ name: "born_on", label: "Born on", type: "date" });
const attributeOf = (name: string) => [weight, born].find((one) => one.name === name);

/** Returns the whole sentence without marks. */
const sentenceOf = (fields: Partial<AuditEvent>, ownId?: number, petNameOf?: PetNameOf): string => {
  const { actor, verb, subject, changes, phrases, notes } = describeEvent(eventOf(fields), {
    nameOf,
    attributeOf,
    ownId,
    petNameOf,
  });
  return [
    actor.text,
    verb,
    subject.text,
    ...phrases.map(({ word, value }) => `${word} ${value.text}`),
    ...notes.map((note) => `· ${note}`),
    ...changes.map(({ label, before, after }) => `· ${label.text} ${before?.text} → ${after?.text}`),
  ].join(" ");
};

const category = { kind: "category", id: 4 } as const;
const note = { kind: "note", id: 3 } as const;
const order = { kind: "order", id: 9 } as const;
const catalogue = { kind: "catalogue", id: null } as const;

describe("an event about a part of an animal, or about its order,", () => {
  const named = (fields: Partial<AuditEvent>, name: string | undefined) =>
    sentenceOf(fields, undefined, (id) => (id === 7 ? name : undefined));

  it.each<readonly [string, Partial<AuditEvent>]>([
    [
      "Mara changed the details of Luna",
      { action: "profile.update", subject: { kind: "profile", id: 7 }, before: null },
    ],
    [
      "Mara deleted a photo of Luna",
      { action: "photo.delete", subject: { kind: "photo", id: 1 }, before: { petId: 7 }, after: null },
    ],
    [
      "Mara added the note Bites. of Luna",
      { action: "note.create", subject: note, before: null, after: { petId: 7, text: "Bites." } },
    ],
    [
      "Mara placed order 9 for Luna",
      { action: "order.create", subject: order, before: null, after: { petId: 7, status: "placed" } },
    ],
  ])("names the animal, or gives its number if it was deleted: %s", (text, fields) => {
    expect(named(fields, "Luna")).toContain(text);
    expect(named(fields, undefined)).toContain(text.replace("Luna", "animal 7"));
  });
});

describe("an event in words", () => {
  it.each<readonly [string, Partial<AuditEvent>]>([
    ["Mara changed Luna · Status Available → Sold", {}],
    ["Mara changed Luna · by order 9 · Status Available → Sold", { orderId: 9 }],
    ["Mara changed Lola · Name Luna → Lola", { after: { ...luna, name: "Lola" } }],
    ["Mara changed Luna · Category Kind 1 → Kind 2", { after: { ...luna, categoryId: 2 } }],
    ["Mara added Luna", { action: "pet.create", before: null, after: luna }],
    ["Mara deleted Luna", { action: "pet.delete", before: luna, after: null }],
    ["The service changed Luna · Status Available → Sold", { actor: { kind: "system", id: null, name: "" } }],
    [
      "Mara renamed the category Dgos to Dogs",
      { action: "category.update", subject: category, before: { id: 4, name: "Dgos" }, after: { id: 4, name: "Dogs" } },
    ],
    [
      "Mara merged the category Dgos into Kind 5 · 3 animals moved",
      { action: "category.merge", subject: category, before: { id: 4, name: "Dgos" }, after: { into: 5, moved: 3 } },
    ],
    [
      "Mara changed the details of animal 7 · Number elsewhere – → SH-1 · Weight 27.5\u00A0kg → –",
      {
        action: "profile.update",
        subject: { kind: "profile", id: 7 },
        before: { externalId: null, attributes: { weight: 27.5 }, updatedAt: null },
        after: { externalId: "SH-1", attributes: {}, updatedAt: "2026-11-22T10:00:00.000Z" },
      },
    ],
    [
      "Mara changed the field Weight · Greatest value – → 200",
      {
        action: "attribute.update",
        subject: { kind: "attribute", id: 4 },
        before: { ...weight },
        after: { ...weight, maximum: 200 },
      },
    ],
    [
      "Mara placed order 9 for PO-7",
      {
        action: "order.create",
        subject: order,
        before: null,
        after: { petId: 7, reference: "PO-7", status: "placed" },
      },
    ],
    [
      "Mara placed order 9 for animal 7",
      { action: "order.create", subject: order, before: null, after: { petId: 7, status: "placed" } },
    ],
    [
      "Mara changed a photo of animal 7 · What it shows – → Asleep · Place 1 → 2 · Turned by 0° → 90° · Point that stays visible – → 0.5 × 0.25",
      {
        action: "photo.update",
        subject: { kind: "photo", id: 1 },
        before: { ...photoOf() },
        after: { ...photoOf({ alt: "Asleep", position: 2, rotation: 90, focalPoint: { x: 0.5, y: 0.25 } }) },
      },
    ],
    [
      "Mara added the note Bites. of animal 7",
      { action: "note.create", subject: note, before: null, after: { petId: 7, text: "Bites.\nTwice." } },
    ],
    [
      `Mara changed the note b of animal 7 · Text ${"a".repeat(100)}… → b`,
      {
        action: "note.update",
        subject: note,
        before: { petId: 7, text: "a".repeat(101) },
        after: { petId: 7, text: "b" },
      },
    ],
    [
      `Mara deleted the note ${"a".repeat(40)}… of animal 7`,
      { action: "note.delete", subject: note, before: { petId: 7, text: "a".repeat(41) }, after: null },
    ],
    [
      "Mara moved order 9 · Status Placed → Approved",
      { action: "order.update", subject: order, before: { status: "placed" }, after: { status: "approved" } },
    ],
    [
      "Mara changed order 9 · Reference P-1 → P-2",
      {
        action: "order.update",
        subject: order,
        before: { status: "placed", reference: "P-1" },
        after: { status: "placed", reference: "P-2" },
      },
    ],
    [
      "Mara imported 2 animals from animals.csv · 3 animals changed · 1 row left out",
      {
        action: "catalogue.import",
        subject: catalogue,
        before: null,
        after: { source: "/srv/data\\animals.csv", imported: 2, updated: 3, leftCount: 1 },
      },
    ],
    [
      "Mara imported 1 animal from animals.csv",
      { action: "catalogue.import", subject: catalogue, before: null, after: { source: "animals.csv", imported: 1 } },
    ],
    [
      "Mara could not sign in as an account that does not exist",
      { action: "account.sign_in_failed", subject: { kind: "account", id: null }, before: null, after: null },
    ],
    [
      "Mara disabled the account kim@store.example",
      {
        action: "account.disable",
        subject: { kind: "account", id: 8 },
        before: null,
        after: { email: "kim@store.example", name: "Kim" },
      },
    ],
    ["Mara kennel.paint 4", { action: "kennel.paint", subject: category, before: null, after: {} }],
  ])("reads: %s", (sentence, fields) => {
    expect(sentenceOf(fields)).toBe(sentence);
  });

  it("calls the viewer You, but not a key with the same number", () => {
    expect(sentenceOf({ action: "pet.create", before: null, after: luna }, 3)).toBe("You added Luna");
    expect(
      sentenceOf({ action: "pet.create", before: null, after: luna, actor: { kind: "key", id: 3, name: "Till" } }, 3),
    ).toBe("Till added Luna");
  });

  it("marks only text that people typed as data", () => {
    const own = describeEvent(eventOf({}), { nameOf, ownId: 3 });
    const other = describeEvent(eventOf({}), { nameOf });
    expect([own.actor.isData, other.actor.isData, other.subject.isData]).toEqual([false, true, true]);
  });
});

describe("the fields of an event", () => {
  const rowsOf = (fields: Partial<AuditEvent>) =>
    describeFields(eventOf(fields), { nameOf, attributeOf }).map(({ label, before, after, differs }) => [
      label.text,
      before?.text,
      after?.text,
      differs,
    ]);

  it("show an amount with its currency, and how and when it was paid", () => {
    const order = { status: "placed", price: { amount: 249.5, currency: "EUR" }, payment: null };
    const payment = { paidAt: "2026-11-21T10:00:00.000Z", means: "transfer" };
    const subject = { kind: "order", id: 5 } as const;
    const rows = rowsOf({ action: "order.update", subject, before: order, after: { ...order, payment } });
    expect(rows).toContainEqual(["Price", "€249.50", "€249.50", false]);
    const [, before, after] = rows.find(([label]) => label === "Payment") ?? [];
    expect(before).toBe(noValue.text);
    expect(after).toBe("Bank transfer, 21 Nov 2026, 10:00");
  });

  it("the fields of an animal are those of the list without its number", () => {
    const rows = rowsOf({});
    expect(rows.map(([label]) => label)).toEqual(petFieldNames.map((name) => petFields[name].label));
    expect(rows.slice(0, 3)).toEqual([
      ["Name", "Luna", "Luna", false],
      ["Category", "Kind 1", "Kind 1", false],
      ["Status", "Available", "Sold", true],
    ]);
  });

  it("have only one side and mark no differences for a creation or a deletion", () => {
    expect(rowsOf({ before: null, after: luna })[0]).toEqual(["Name", undefined, "Luna", false]);
  });

  it("the fields of a key name its owner, and omit what the event already says", () => {
    const after = {
      id: 5,
      createdAt: "2026-11-22T10:00:00.000Z",
      prefix: "pets_live_",
      name: "Till",
      scope: "read",
      disabled: false,
      createdBy: { id: 3, email: "mara@store.example", name: "Mara" },
      parentId: 1_234,
      colour: "red",
      reference: "",
    };
    expect(rowsOf({ subject: { kind: "api_key", id: 5 }, before: null, after })).toEqual([
      ["Name", undefined, "Till", false],
      ["Reference", undefined, "–", false],
      ["Scope", undefined, "read", false],
      ["Belongs to", undefined, "mara@store.example", false],
      ["Made with key", undefined, "1234", false],
      ["Disabled", undefined, "No", false],
      ["colour", undefined, "red", false],
    ]);
  });

  it("the details of an animal are shown with the present definitions of their fields", () => {
    const before = { externalId: null, attributes: { weight: "heavy", born_on: "2026-02-30x", gone: [1] } };
    const subject = { kind: "profile", id: 7 } as const;
    expect(rowsOf({ subject, before, after: null }).map((row) => row.slice(0, 2))).toEqual([
      ["Number elsewhere", "–"],
      ["Weight", "heavy\u00A0kg"],
      ["Born on", "2026-02-30x"],
      ["gone", "[1]"],
    ]);
  });

  it("the fields of a definition list its kind, options and categories", () => {
    const options = [{ value: "small", label: "Small" }];
    const after = { ...defined({ type: "choice", options, categoryIds: [1, 2] }) };
    const rows = rowsOf({ subject: { kind: "attribute", id: 4 }, before: null, after });
    expect(rows.filter(([label]) => ["Kind of value", "Options", "Categories"].includes(String(label)))).toEqual([
      ["Kind of value", undefined, "One of a list", false],
      ["Options", undefined, "Small", false],
      ["Categories", undefined, "Kind 1, Kind 2", false],
    ]);
  });

  it("the fields of an import and a merge name the categories", () => {
    const after = { imported: 1_200, categories: { all: 4, new: 1 }, into: 5 };
    expect(rowsOf({ subject: catalogue, before: null, after }).map((row) => row.slice(0, 3))).toEqual([
      ["Animals imported", undefined, "1,200"],
      ["Categories in the file", undefined, "4"],
      ["New categories", undefined, "1"],
      ["Merged into", undefined, "Kind 5"],
    ]);
  });

  it("the fields of a category without a name say so", () => {
    expect(rowsOf({ subject: category, before: { id: 4, name: null }, after: { id: 4, name: "Dogs" } })).toEqual([
      ["Name", "No name", "Dogs", true],
    ]);
  });
});
