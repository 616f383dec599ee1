import type { ListedModel } from "./listing/model-page.js";

/** The methods of Prisma's models that are used here. Prisma's own types differ for each model. */
export type Delegate = ListedModel & {
  readonly findFirst: (args: { readonly where: object }) => Promise<object | null>;
  readonly create: (args: { readonly data: object }) => Promise<object>;
  readonly update: (args: { readonly where: { readonly id: number }; readonly data: object }) => Promise<object>;
  readonly delete: (args: { readonly where: { readonly id: number }; readonly select: object }) => Promise<object>;
};
