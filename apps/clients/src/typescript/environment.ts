import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const variable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: npx --yes pnpm clients sets it.`);
  return value;
};

export const baseUrl = variable("PETSTORE_URL");
export const key = variable("PETSTORE_KEY");
export const categoryId = Number(variable("PETSTORE_CATEGORY"));
export const image = new Blob([readFileSync(variable("PETSTORE_PHOTO"))], { type: "image/png" });
export const wrongKey = "pets_live_wrong";
export const name = "Zoë 🐈";

export const noteId = "V-2031";
/** Clients take the tour at the same time in one store, so their external ids differ. */
export const externalIds = [`${categoryId}-1`, `${categoryId}-2`] as const;
/** The last two rows have the same external id, so both are refused. */
export const rows = [externalIds[0], externalIds[1], externalIds[1]].map((externalId) => ({
  externalId,
  name: "Rex",
  categoryId,
}));

/** Prints what the client saw in a step. The harness compares it with the tour. */
export const report = (step: string, saw: string): void => void process.stdout.write(`${step}: ${saw}\n`);

/** Returns the cursor of the next page (RFC 8288), for clients that do not follow links. */
export const nextCursor = (headers: Headers): string | undefined => {
  const [, target] = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return target === undefined ? undefined : (new URL(target, baseUrl).searchParams.get("cursor") ?? undefined);
};

export const waitFor = (headers: Headers): Promise<void> => sleep(Number(headers.get("retry-after")) * 1_000);

export const summarise = (pages: readonly (readonly { readonly id: number }[])[]): string => {
  const ids = new Set(pages.flat().map(({ id }) => id));
  return `${pages.map(({ length }) => length).join(" + ")} pets, ${ids.size} different ids`;
};
