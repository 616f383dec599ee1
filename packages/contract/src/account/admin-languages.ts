import * as z from "zod";
import { rule } from "../http/rules.js";

/** The languages of the web admin (BCP 47). */
export const languages = ["en", "de", "fr", "es"] as const;

/** See {@link languages}. */
export const Language = z.enum(languages, rule("must be en, de, fr or es")).meta({
  id: "Language",
  description: "A language of the web admin, as a BCP 47 tag. The API and its errors are English.",
});
/** See the schema of the same name. */
export type Language = z.infer<typeof Language>;
