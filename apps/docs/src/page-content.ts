import type { ReactNode } from "react";
import type { CodeBlock, Heading } from "./markdown.js";

/** What the index finds beside pages and headings. */
export type IndexEntry = { readonly text: string; readonly kind: string; readonly href: string };

/** A page without its frame. */
export type PageContent = {
  readonly href: string;
  readonly title: string;
  readonly description: string;
  readonly headings: readonly Heading[];
  readonly entries?: readonly IndexEntry[];
  /** The one script of the page. */
  readonly script?: "tryIt" | "find";
  /** The code of a guide: a test runs it. */
  readonly blocks?: readonly CodeBlock[];
  readonly body: ReactNode;
};
