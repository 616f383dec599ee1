import { z } from "zod";
import { draftsOf } from "../../lib/page/drafts";

const Rows = z.object({ text: z.string() });

/** The rows that a person has typed or pasted, until they are imported. */
export const useRowsDraft = draftsOf<z.infer<typeof Rows>>("importRows", Rows);
