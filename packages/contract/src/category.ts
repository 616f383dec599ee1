import { z } from "zod";
import { Id, TextId } from "./identifiers.js";
import { Name } from "./names.js";
import { rule } from "./rules.js";

const dogs = { id: 2, name: "Dogs", petCount: 17 };

/** A group that animals belong to. */
export const Category = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier: given by the service, or registered by using it.", examples: [2] }),
    name: Name.nullable().meta({
      description: "The category's name, unique ignoring case; null while nobody has named it.",
      examples: ["Dogs"],
    }),
    petCount: z
      .int()
      .min(0)
      .meta({ description: "How many animals it has.", examples: [17] }),
  })
  .meta({ id: "Category", description: "A group that animals belong to.", examples: [dogs] });
/** See the schema of the same name. */
export type Category = z.infer<typeof Category>;

/** Categories in the order of their names. */
export const Categories = z
  .array(Category)
  .meta({ id: "Categories", description: "Categories by name in small letters; those without a name last, by id." });

/** What making or renaming a category takes. */
export const NewCategory = z
  .strictObject(
    {
      name: Name.meta({
        description:
          "The category's name, unique ignoring case. White space at both ends is trimmed before it is stored; the length is that of the trimmed name, in Unicode code points.",
        examples: ["Dogs"],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "NewCategory", description: "The name of a category.", examples: [{ name: "Dogs" }] });

/** What merging a category takes. */
export const CategoryMerge = z
  .strictObject(
    { into: Id.meta({ description: "Identifier of the category that remains.", examples: [2] }) },
    rule("must be a JSON object"),
  )
  .meta({ id: "CategoryMerge", description: "Where the animals of a category go.", examples: [{ into: 2 }] });

/** The path parameters of one category. */
export const CategoryPath = z.strictObject({
  categoryId: TextId.meta({ description: "Identifier of the category.", examples: [2] }),
});
