import type { ReactNode } from "react";
import type { CodeBlock, Heading } from "./markdown.js";

/** An entry of the index that is neither a page nor a heading. */
export type IndexEntry = { readonly text: string; readonly kind: string; readonly href: string };

/** The content of a page, without its frame. */
export type PageContent = {
  readonly href: string;
  readonly title: string;
  readonly description: string;
  readonly headings: readonly Heading[];
  readonly entries?: readonly IndexEntry[];
  /** The module of the page. */
  readonly script?: "tryIt" | "find";
  /** The address of a feed that has the content of the page. */
  readonly feed?: string;
  /** Whether the page has samples in several languages. */
  readonly hasSamples?: boolean;
  /** The code blocks of a guide, which a test runs. */
  readonly blocks?: readonly CodeBlock[];
  readonly body: ReactNode;
};
