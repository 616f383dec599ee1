import * as z from "zod";
import { rule } from "./rules.js";

const keyRule = "must be a UUID in lower case";

/** `Action-Key`: several requests that a person sends for one purpose are one action. */
export const ActionKey = z
  .string(rule(keyRule))
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, keyRule)
  .meta({ maxLength: 36 })
  .optional()
  .meta({
    description:
      "A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does.",
    examples: ["6f1c2a9e-3b0d-4c55-9a54-0f6f1de2a7b2"],
    "x-stability": "beta",
  });

/** The request header of operations that can be part of an action. */
export const actionKeyHeaders = { "action-key": ActionKey };
