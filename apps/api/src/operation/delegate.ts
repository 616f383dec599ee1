import type { ListedModel } from "./listing/model-page.js";

/** What is used of a model of Prisma: its own types differ for each model. */
export type Delegate = ListedModel & {
  readonly findFirst: (args: { readonly where: object }) => Promise<object | null>;
  readonly create: (args: { readonly data: object }) => Promise<object>;
  readonly update: (args: { readonly where: { readonly id: number }; readonly data: object }) => Promise<object>;
  readonly delete: (args: { readonly where: { readonly id: number } }) => Promise<object>;
};
