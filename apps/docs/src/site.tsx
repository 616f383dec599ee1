import { readFileSync } from "node:fs";
import { DEPRECATIONS_PATH, DOCS_PATH } from "@petstore/contract/routes";
import type { ReactNode } from "react";
import { FEED_PATH } from "./atom-feed.js";
import { changelog } from "./changelog.js";
import { errorsPages } from "./errors-page.js";
import { FindList } from "./find-page.js";
import { DeprecatedOperations, deprecatedHeadings } from "./deprecated-operations.js";
import { FIND_PATH, type NavigationGroup } from "./layout.js";
import { type Guide, renderGuide } from "./markdown.js";
import { auth, interfaces, v1 } from "./openapi.js";
import type { PageContent } from "./page-content.js";
import { referencePages } from "./reference/pages.js";

const readGuide = (name: string): string => readFileSync(new URL(`../guides/${name}.md`, import.meta.url), "utf8");
/**
 * The conventions are for the people who build the API as well, so they are part of the documentation in the
 * repository.
 */
const conventionsFile = new URL("../../../docs/conventions.md", import.meta.url);

const Html = ({ html }: { readonly html: string }) => (
  // The HTML comes from our own Markdown, when the site is built.
  <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
);

const guidePage = (href: string, guide: Guide, after?: ReactNode): PageContent => ({
  href,
  title: guide.title,
  description: guide.description,
  headings: guide.headings,
  blocks: guide.blocks,
  body: (
    <>
      <Html html={guide.html} />
      {after}
    </>
  ),
});

const guide = (name: string, href = `${DOCS_PATH}/${name}`): PageContent =>
  guidePage(href, renderGuide(readGuide(name)));

const deprecationPage = (): PageContent => {
  const page = guidePage(DEPRECATIONS_PATH, renderGuide(readGuide("deprecation")), <DeprecatedOperations />);
  return { ...page, headings: [...page.headings, ...deprecatedHeadings] };
};

/** The changelog contains no code to run. */
const changelogPage = (): PageContent => {
  const guide = renderGuide(changelog.page, { isChecked: false });
  const { blocks: _, ...page } = guidePage(`${DOCS_PATH}/changelog`, guide);
  return { ...page, feed: FEED_PATH };
};

const link = ({ href, title }: PageContent) => ({ href, title });

const findPage = (pages: readonly PageContent[]): PageContent => {
  const entries = pages.flatMap(({ href, title, headings, entries: own }) => [
    { text: title, kind: "page", href },
    ...(own ?? headings.map(({ id, text }) => ({ text, kind: title, href: `${href}#${id}` }))),
  ]);
  return {
    href: FIND_PATH,
    title: "Find",
    description: "Every page, operation, error code, schema and header field, in one list.",
    headings: [],
    script: "find",
    body: <FindList entries={entries} />,
  };
};

/** Builds every page, and the navigation that they share. */
export const buildSite = (): {
  readonly pages: readonly PageContent[];
  readonly navigation: readonly NavigationGroup[];
} => {
  const [errors, authErrors] = errorsPages;
  if (errors === undefined || authErrors === undefined)
    throw new Error("The page of errors of one interface is missing.");
  const home = guide("index", DOCS_PATH);
  const guides = [
    ...[
      "first-request",
      "authentication",
      "paging",
      "retries",
      "conditional-requests",
      "pet-file",
      "orders-and-customers",
      "import",
      "undo",
      "follow-changes",
      "receive-webhooks",
      "nightly-sync",
    ].map((name) => guide(name)),
    errors,
    guidePage(`${DOCS_PATH}/conventions`, renderGuide(readFileSync(conventionsFile, "utf8"))),
    guide("stability"),
    deprecationPage(),
    changelogPage(),
  ];
  const reference = referencePages(v1);
  const accounts = [...referencePages(auth), authErrors];
  const listed = [home, ...guides, ...reference, ...accounts];
  const navigation = [
    { title: "Guides", links: [home, ...guides].map(link) },
    { title: "Reference", links: reference.map(link) },
    {
      title: "Accounts",
      links: accounts.map(link).map((one) => ({ ...one, title: one.title.replace(/^.*: a/, "A") })),
    },
  ];
  return { pages: [...listed, findPage(listed)], navigation };
};

/** Addresses of documents that Markdown may link to, in addition to the addresses of the pages. */
export const documentHrefs = [...interfaces.map(({ basePath }) => `${basePath}/openapi.json`), FEED_PATH];
