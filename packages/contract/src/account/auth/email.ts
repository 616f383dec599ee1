import * as z from "zod";

// RFC 5321 §4.5.3.1.3, without the angle brackets.
const MAX_EMAIL_LENGTH = 254;

/** An e-mail address of at most 254 characters. It is compared and stored in lower case. */
export const Email = z
  .email({ error: ({ input }) => (input === undefined ? "is required" : "must be an e-mail address") })
  .max(MAX_EMAIL_LENGTH, `must have at most ${MAX_EMAIL_LENGTH} characters`)
  .toLowerCase()
  .meta({ examples: ["jane@petstore.example"] });
