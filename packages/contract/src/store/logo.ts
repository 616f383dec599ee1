import * as z from "zod";
import { ownRule, rule } from "../http/rules.js";

/** The largest width and height of a logo in pixels. */
export const MAX_LOGO_SIDE = 512;

/** The largest length of a logo: about 22 kB of picture. Each browser keeps it, and each event of the store has it. */
export const MAX_LOGO_LENGTH = 30_000;

/** What {@link Logo} must be. The service also reads the header of the picture. */
export const logoRule = `must be a PNG, JPEG or WebP picture of at most ${MAX_LOGO_SIDE} × ${MAX_LOGO_SIDE} pixels as a data URL of at most ${MAX_LOGO_LENGTH} characters (data:image/webp;base64,…)`;

const logoPattern =
  /^data:image\/(?:png|jpeg|webp);base64,(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * A small picture as a data URL (RFC 2397). It is a value of the store and no upload, so that it is in every backup, and
 * a change of it has an ETag, an event and an undo like any other setting.
 */
export const Logo = z
  .string(rule(logoRule))
  .refine((text) => text.length <= MAX_LOGO_LENGTH && logoPattern.test(text), ownRule(logoRule, { rule: "picture" }))
  .meta({ maxLength: MAX_LOGO_LENGTH, pattern: logoPattern.source });
