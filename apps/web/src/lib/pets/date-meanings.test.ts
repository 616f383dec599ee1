import { expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { dateMeaning } from "./date-meanings";
import { slugOf } from "./slugs";

const meaningOf = (label: string, type = "date") =>
  dateMeaning(attributeOf({ name: slugOf(label), type: type as "date" }));

it.each([
  "Born on",
  "Birthday",
  "Date of birth",
  "DOB",
  "Geboren am",
  "Geburtsdatum",
  "Fecha de nacimiento",
  "Née le",
  "Date de naissance",
])("a field with the label %s says when an animal was born", (label) => expect(meaningOf(label)).toBe("birth"));

it.each([
  "Arrived on",
  "Intake date",
  "Date in",
  "Aufnahmedatum",
  "Eingang",
  "Fecha de ingreso",
  "Date d’entrée",
  "Arrivée",
])("a field with the label %s says when an animal came to the store", (label) =>
  expect(meaningOf(label)).toBe("arrival"),
);

it("says nothing about other days, or about fields of another type", () => {
  expect([meaningOf("Vaccinated on"), meaningOf("Adopted on"), meaningOf("Born on", "text")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
