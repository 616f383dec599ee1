import { DOCS_PATH } from "@petstore/contract/routes";
import { escapeHtml, plainText, renderGuide } from "./markdown.js";

/** A changeset of the contract that the next release will consume. */
export type Change = {
  readonly name: string;
  readonly bump: "major" | "minor" | "patch";
  readonly text: string;
  readonly date: string;
};
/** A released version: its entry in the changelog, without its heading and its date. */
export type Release = { readonly version: string; readonly date: string; readonly text: string };

const PAGE_PATH = `${DOCS_PATH}/changelog`;
export const FEED_PATH = `${PAGE_PATH}.atom`;

const MAX_TITLE = 100;

/** The first sentence of a change, or its first words. */
const titleOf = (text: string): string => {
  const plain = plainText(text)
    .replaceAll(/\s+/g, " ")
    .replace(/^Beta: /, "");
  const [sentence = ""] = plain.split(/\.(?: |$)/);
  if (sentence.length <= MAX_TITLE) return sentence;
  return `${sentence.slice(0, MAX_TITLE).replace(/\W+\w*$/, "")} …`;
};

/** A tag URI (RFC 4151): the pages do not know the address of the service that shows them. */
const idOf = (name: string) => `tag:petstore.example,2026:changelog${name}`;

type FeedEntry = {
  readonly name: string;
  readonly title: string;
  readonly date: string;
  readonly kind: string;
  readonly text: string;
};

const entryXml = ({ name, title, date, kind, text }: FeedEntry): string => `  <entry>
    <id>${idOf(`/${name}`)}</id>
    <title>${escapeHtml(title)}</title>
    <updated>${date}T00:00:00Z</updated>
    <category term="${kind}"/>
    <link rel="alternate" type="text/html" href="${PAGE_PATH}"/>
    <content type="html">${escapeHtml(renderGuide(`# ${title}\n\n${text}`, { isChecked: false }).html)}</content>
  </entry>
`;

/** Writes an Atom feed (RFC 4287): an entry for each change that is not released yet, and one for each version. */
export const atomFeed = (changes: readonly Change[], releases: readonly Release[]): string => {
  const entries = [
    ...changes
      .map(({ name, text, date, bump }) => ({ name, title: titleOf(text), date, kind: bump, text }))
      .toReversed(),
    ...releases.map(({ version, date, text }) => ({
      name: version,
      title: `Version ${version}`,
      date,
      kind: "release",
      text,
    })),
  ];
  const [latest = ""] = entries
    .map(({ date }) => date)
    .toSorted()
    .toReversed();
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${idOf("")}</id>
  <title>Changelog of the Pet Store API</title>
  <updated>${latest}T00:00:00Z</updated>
  <author><name>The store's operators</name></author>
  <link rel="self" type="application/atom+xml" href="${FEED_PATH}"/>
  <link rel="alternate" type="text/html" href="${PAGE_PATH}"/>
${entries.map(entryXml).join("")}</feed>
`;
};
