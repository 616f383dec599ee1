import * as z from "zod";
import { dogs, runningMerge } from "../examples.js";
import { Id, TextId } from "../http/identifiers.js";
import { CreatedAt, moment, UpdatedAt } from "../http/moments.js";
import { Name } from "../http/names.js";
import { growing, rule } from "../http/rules.js";

/** A group of pets. */
export const Category = z
  .strictObject({
    id: Id.meta({
      description: "Unique identifier, assigned by the service or registered with the first pet that uses it.",
      examples: [2],
    }),
    name: Name.nullable().meta({
      description:
        "The category's name, unique as people read it: case, the kind of a space, invisible characters and the way in which accents are encoded make no difference; null until it is named.",
      examples: ["Dogs"],
    }),
    petCount: z
      .int()
      .min(0)
      .meta({ description: "The number of its pets.", examples: [17] }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  })
  .meta({ id: "Category", description: "A group of pets.", examples: [dogs] });
/** See the schema of the same name. */
export type Category = z.infer<typeof Category>;

/** Categories in the order of their lower-case names. Unnamed ones come last, in the order of their ids. */
export const Categories = z
  .array(Category)
  .meta({ id: "Categories", description: "Categories ordered by lower-case name; unnamed ones last, by id." });

/** Request body for creating a category. */
export const NewCategory = z
  .strictObject(
    {
      name: Name.meta({
        description:
          "The category's name, unique as people read it. Leading and trailing white space is removed; 1 to 200 Unicode code points remain, of which one is visible.",
        examples: ["Dogs"],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "NewCategory", description: "A category to create.", examples: [{ name: dogs.name }] });

/** Request body for changing a category. */
export const CategoryChange = z
  .strictObject({ name: NewCategory.shape.name.optional() }, rule("must be a JSON object"))
  .meta({
    id: "CategoryChange",
    description: "The fields of a category to change.",
    examples: [{ name: dogs.name }],
  });

/** Request body for merging one category into another. */
export const CategoryMerge = z
  .strictObject(
    { into: Id.meta({ description: "Identifier of the category that receives the pets.", examples: [1] }) },
    rule("must be a JSON object"),
  )
  .meta({ id: "CategoryMerge", description: "The category to merge into.", examples: [{ into: 1 }] });

/**
 * The maximum number of pets that a merge moves in one transaction. If the category has more, the merge moves them in
 * steps after the response.
 */
export const MAX_MERGED_AT_ONCE = 10_000;

/** A merge of a category that has so many pets that they are moved in steps. */
export const CategoryMergeJob = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [3] }),
    categoryId: Id.meta({ description: "Identifier of the category that is merged.", examples: [2] }),
    into: Id.meta({ description: "Identifier of the category that receives the pets.", examples: [1] }),
    status: growing(z.enum(["running", "waiting", "done"])).meta({
      description:
        "`running` until all pets are moved and the category is deleted; then `done`. `waiting`: it failed three times in a row, and waits until an operator resumes or drops it.",
    }),
    moved: z
      .int()
      .min(0)
      .meta({ description: "The number of pets moved until now.", examples: [42_000] }),
    total: z
      .int()
      .min(0)
      .meta({
        description: "The number of pets when the merge started. Pets added to the category meanwhile are moved too.",
        examples: [500_000],
      }),
    startedAt: moment.meta({ description: "When the merge started, in UTC.", examples: ["2026-11-22T09:30:00.000Z"] }),
    finishedAt: moment.nullable().meta({
      description: "When the merge was done, in UTC; null while it is running.",
      examples: ["2026-11-22T09:31:00.000Z"],
    }),
  })
  .meta({ id: "CategoryMergeJob", description: "A merge that moves pets in steps.", examples: [runningMerge] });
/** See the schema of the same name. */
export type CategoryMergeJob = z.infer<typeof CategoryMergeJob>;

/** Path parameters of one merge. */
export const CategoryMergePath = z.strictObject({
  mergeId: TextId.meta({ description: "Identifier of the merge.", examples: [3] }),
});

/** Path parameters of one category. */
export const CategoryPath = z.strictObject({
  categoryId: TextId.meta({ description: "Identifier of the category.", examples: [2] }),
});
