import { describe, expect, it } from "vitest";
import { VARIANTS, variantsOf } from "../http/variants.js";
import { withVariants } from "./variants.js";

const text = { type: "string", description: "A text." };

describe("withVariants", () => {
  it("describes a body whose fields exclude each other as oneOf with its forms", () => {
    const { [VARIANTS]: variants } = variantsOf(
      undefined,
      { id: "Known", description: "Known.", omits: ["customer"] },
      { id: "New", description: "New.", omits: ["id"], requires: ["customer"] },
    );
    const Order = { type: "object", properties: { id: text, customer: text }, description: "An order." };
    const schemas = withVariants({ Order: { ...Order, [VARIANTS]: variants } });
    expect(schemas["Order"]?.["oneOf"]).toEqual([
      { $ref: "#/components/schemas/Known" },
      { $ref: "#/components/schemas/New" },
    ]);
    expect(schemas["Known"]).toEqual({ type: "object", properties: { id: text }, description: "Known." });
    expect(schemas["New"]).toMatchObject({ properties: { customer: text }, required: ["customer"] });
  });

  it("distinguishes forms by a discriminator, and keeps fields of other forms only as empty ones", () => {
    const { [VARIANTS]: variants } = variantsOf(
      "type",
      { id: "Text", description: "A text.", empties: ["unit", "options"], values: ["short", "long"] },
      { id: "Measure", description: "A number.", empties: ["options"], values: ["number"] },
      { id: "Choice", description: "A choice.", requires: ["options"], values: ["choice"] },
    );
    const properties = {
      type: { $ref: "#/components/schemas/Kind" },
      unit: { type: ["string", "null"], description: "The unit." },
      options: { type: "array", items: text, description: "The options." },
    };
    const Field = { type: "object", properties, required: ["type"], description: "A field.", [VARIANTS]: variants };
    const Kind = { type: "string", enum: ["short", "long", "number", "choice"], description: "The kind." };
    const schemas = withVariants({ Field, Kind });
    expect(Object.keys(schemas)).toEqual(["Field", "Text", "Measure", "Choice"]);
    expect(schemas["Field"]?.["discriminator"]).toEqual({
      propertyName: "type",
      mapping: {
        short: "#/components/schemas/Text",
        long: "#/components/schemas/Text",
        number: "#/components/schemas/Measure",
        choice: "#/components/schemas/Choice",
      },
    });
    expect(schemas["Text"]?.["properties"]).toMatchObject({
      type: { enum: ["short", "long"] },
      unit: { type: "null" },
      options: { maxItems: 0 },
    });
    expect(schemas["Choice"]).toMatchObject({
      properties: { options: { minItems: 1 } },
      required: ["type", "options"],
    });
  });
});
