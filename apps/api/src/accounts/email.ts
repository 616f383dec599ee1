import { z } from "zod";

// RFC 5321 §4.5.3.1.3, without the angle brackets.
const MAX_EMAIL_LENGTH = 254;

/** An e-mail address. Case does not count: it is kept in small letters. */
export const Email = z
  .email({ error: ({ input }) => (input === undefined ? "is required" : "must be an e-mail address") })
  .max(MAX_EMAIL_LENGTH, `must have at most ${MAX_EMAIL_LENGTH} characters`)
  .transform((email) => email.toLowerCase());
