import { errorCodes, scopes } from "@petstore/contract/routes";
import { Marked, type Tokens } from "marked";
import { fill } from "./facts.js";
import { headerHref, interfaces, v1 } from "./openapi.js";

/** A heading that pages and the index link to. */
export type Heading = { readonly id: string; readonly text: string; readonly depth: number };

export type CodeBlock = { readonly language: string; readonly code: string };

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const operationHrefs: ReadonlyMap<string, string> = new Map(
  interfaces.flatMap(({ operations, basePath }) =>
    operations.flatMap(({ method, path, href }) => [
      [`${method} ${path}`, href] as const,
      // Descriptions in the contract write paths without the base path.
      ...(basePath === v1.basePath ? [[`${method} ${path.slice(basePath.length)}`, href] as const] : []),
    ]),
  ),
);

const responseHeaders = new Set(
  v1.operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)),
  ),
);
const requestHeaders = new Set(
  v1.operations.flatMap(({ parameters = [] }) =>
    parameters.filter((one) => one.in === "header").map(({ name }) => name),
  ),
);
/** Header fields of HTTP itself, which the document does not describe as parameters. */
const httpHeaders = new Set(["Accept", "Allow", "Authorization", "Content-Type", "Content-Encoding", "Host", "Origin"]);

/** The values of enumerations, such as the states of an action. */
const enumerated = new Set<unknown>();
JSON.stringify([v1.components.schemas, v1.paths], (key, value: unknown) => {
  if ((key === "enum" || key === "x-extensible-enum") && Array.isArray(value))
    for (const one of value) enumerated.add(one);
  return value;
});

const OPERATION = /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/;
const HEADER = /^[A-Z][a-z]+(-[A-Z][a-z]+)+$/;
const CODE = /^[a-z]+(_[a-z]+)+$/;

/** Returns the address to which a piece of inline code links; undefined if it is not a name of the API. */
const hrefOf = (code: string): string | undefined => {
  if (OPERATION.test(code)) return operationHrefs.get(code.replace(/\?.*$/, ""));
  if (code in errorCodes) return `${v1.errorsHref}#${code}`;
  if (responseHeaders.has(code)) return headerHref(v1, code);
  return undefined;
};

const isKnown = (code: string): boolean => {
  if (OPERATION.test(code)) return operationHrefs.has(code.replace(/\?.*$/, ""));
  if (HEADER.test(code)) return responseHeaders.has(code) || requestHeaders.has(code) || httpHeaders.has(code);
  if (CODE.test(code)) return code in errorCodes || enumerated.has(code) || scopes.includes(code as never);
  return true;
};

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/<[^>]*>|&\w+;|[^\w\- ]/g, "")
    .trim()
    .replaceAll(" ", "-");

const languageNames: Readonly<Record<string, string>> = {
  sh: "Shell",
  ts: "TypeScript",
  python: "Python",
  go: "Go",
  http: "Response",
  json: "JSON",
  text: "Output",
};

const createRenderer = ({ isChecked }: { readonly isChecked: boolean }) => {
  const headings: Heading[] = [];
  /** A changelog repeats its headings for each version, so repeated ids are numbered: `fixed`, `fixed-2`. */
  const uniqueId = (id: string) => {
    const earlier = headings.filter((one) => one.id === id || one.id.replace(/-\d+$/, "") === id).length;
    return earlier === 0 ? id : `${id}-${earlier + 1}`;
  };
  const blocks: CodeBlock[] = [];
  const marked = new Marked({
    renderer: {
      codespan({ text }: Tokens.Codespan) {
        if (isChecked && !isKnown(text)) throw new Error(`\`${text}\` is not a name of the contract: correct it.`);
        const href = hrefOf(text);
        const code = `<code>${escapeHtml(text)}</code>`;
        return href === undefined ? code : `<a href="${href}">${code}</a>`;
      },
      link({ href, tokens }: Tokens.Link) {
        // A link around inline code would otherwise contain the link of the code.
        const text = this.parser.parseInline(tokens).replaceAll(/<\/?a\b[^>]*>/g, "");
        return `<a href="${escapeHtml(href)}">${text}</a>`;
      },
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens).replaceAll(/<\/?a\b[^>]*>/g, "");
        const id = uniqueId(anchorOf(html));
        const text = html
          .replaceAll(/<[^>]*>/g, "")
          .replaceAll("&quot;", '"')
          .replaceAll("&amp;", "&");
        if (depth === 1) return "";
        headings.push({ id, text, depth });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        blocks.push({ language: lang, code: text });
        const label = languageNames[lang] ?? lang;
        return `<figure class="code"><figcaption>${label}</figcaption><pre><code>${escapeHtml(text)}</code></pre></figure>\n`;
      },
    },
  });
  return { marked, headings, blocks };
};

const { marked: descriptions } = createRenderer({ isChecked: false });

/** Renders a description in the contract, which is Markdown. */
export const renderDescription = (text: string): string => descriptions.parse(text, { async: false });

export const renderInline = (text: string): string => descriptions.parseInline(text, { async: false });

export type Guide = {
  readonly title: string;
  /** The first paragraph as plain text. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly blocks: readonly CodeBlock[];
};

/** The text of a piece of Markdown without its links and emphasis. */
export const plainText = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*_]/g, "");

/**
 * Renders a guide.
 * @param isChecked - False for texts about the past, such as a changelog.
 * @throws If the text names an operation, a header, a code or a value that the contract does not have.
 */
export const renderGuide = (source: string, { isChecked = true }: { readonly isChecked?: boolean } = {}): Guide => {
  const text = isChecked ? fill(source) : source;
  const { marked, headings, blocks } = createRenderer({ isChecked });
  const html = marked.parse(text, { async: false });
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error("A guide must begin with its title: `# Title`.");
  const [, first = ""] = /^# .+\n+((?:.+\n)+)/m.exec(text) ?? [];
  return { title, description: plainText(first).replaceAll("\n", " ").trim(), html, headings, blocks };
};
