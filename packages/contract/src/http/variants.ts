/** One form of a request body whose fields depend on each other. */
export type Variant = {
  /** The name of its component in the documents. */
  readonly id: string;
  readonly description: string;
  /** The fields of the whole body that this form does not have. */
  readonly omits?: readonly string[];
  /** The fields that must have no value in this form: they may only be null or an empty array. */
  readonly empties?: readonly string[];
  /** The fields that it requires in addition to those that the whole body requires. A required array is not empty. */
  readonly requires?: readonly string[];
  /** The values of the discriminator that name this form. */
  readonly values?: readonly string[];
};

/** The key under which the metadata of a schema has its forms. The documents replace it with `oneOf`. */
export const VARIANTS = "x-variants";

/** @param discriminator - The field whose value names the form; undefined if no field does. */
export const variantsOf = (discriminator: string | undefined, ...forms: readonly Variant[]) => ({
  [VARIANTS]: { discriminator, forms },
});
export type Variants = ReturnType<typeof variantsOf>[typeof VARIANTS];
