import { Option } from "commander";
import type { z } from "zod";

/** @param what - The document, for example `an array of objects: id, name`. */
export const jsonOption = (what: string): Option => new Option("--json", `print JSON: ${what}`);

export const fieldsOf = ({ shape }: z.ZodObject): string => Object.keys(shape).join(", ");
