import { Option } from "commander";
import type { z } from "zod";

/** @param what - The description of the document, for example `a JSON array of objects: id, name`. */
export const jsonOption = (what: string): Option => new Option("--json", `print ${what}`);

export const fieldsOf = ({ shape }: z.ZodObject): string => Object.keys(shape).join(", ");
