import { curlSample } from "./curl.js";
import { goSample } from "./go.js";
import { pythonSample } from "./python.js";
import type { SampleRequest } from "./sample-request.js";
import { typescriptSample } from "./typescript.js";

/** The languages of the samples. Each makes its sample from the same request. */
export const sampleLanguages = {
  curl: { title: "curl", write: curlSample },
  typescript: { title: "TypeScript", write: typescriptSample },
  python: { title: "Python", write: pythonSample },
  go: { title: "Go", write: goSample },
} as const satisfies Record<string, { readonly title: string; readonly write: (request: SampleRequest) => string }>;

export type SampleLanguage = keyof typeof sampleLanguages;
