// Writes the pages for developers into dist/site: one HTML file for each page and the assets, each also in compressed
// forms.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { DOCS_PATH } from "@petstore/contract/routes";
import { renderToStaticMarkup } from "react-dom/server";
import { FEED_PATH } from "./atom-feed.js";
import { changelog } from "./changelog.js";
import { checkLinks } from "./check-links.js";
import { type Assets, Page } from "./layout.js";
import { buildSite, documentHrefs } from "./site.js";

const packageFolder = fileURLToPath(new URL("../", import.meta.url));
const siteFolder = join(packageFolder, "dist", "site");
/** The new folder replaces the site at the end. Until then, a service that starts reads the earlier build. */
const newFolder = `${siteFolder}-new`;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
// The best quality would take ten times as long, for files that are 4 % smaller.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const write = async (name: string, content: string): Promise<void> => {
  const path = join(newFolder, name);
  await mkdir(dirname(path), { recursive: true });
  const bytes = Buffer.from(content);
  await Promise.all([
    writeFile(path, bytes),
    compressBrotli(bytes, brotli).then((compressed) => writeFile(`${path}.br`, compressed)),
    compressGzip(bytes, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ]);
};

/** @returns The address of a file whose name contains a hash of its content, so that it can be cached for ever. */
const writeAsset = async (source: string, name: string, extension: string): Promise<string> => {
  const text = await readFile(join(packageFolder, source), "utf8");
  // The compiler treats each file as a module and adds an export, which a classic script cannot have.
  const content = text.replace(/^export \{\};\n/m, "");
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const file = `assets/${name}-${hash}.${extension}`;
  await write(file, content);
  return `${DOCS_PATH}/${file}`;
};

const fileOf = (href: string) => (href === DOCS_PATH ? "index.html" : `${href.slice(DOCS_PATH.length + 1)}.html`);

await rm(newFolder, { recursive: true, force: true });
const [style, tryIt, find, language, icon] = await Promise.all([
  writeAsset("browser/styles.css", "docs", "css"),
  writeAsset("dist/browser/try-it.js", "try-it", "js"),
  writeAsset("dist/browser/find.js", "find", "js"),
  writeAsset("dist/browser/language.js", "language", "js"),
  writeAsset("browser/icon.svg", "icon", "svg"),
]);
const assets: Assets = { style, tryIt, find, language, icon };
const { pages, navigation } = buildSite();
const rendered = pages.map(({ href, title, description, headings, script, hasSamples, feed, body }) => {
  const page = (
    <Page {...{ href, title, description, headings, navigation, assets, script, hasSamples, feed }}>{body}</Page>
  );
  return { href, html: `<!doctype html>${renderToStaticMarkup(page).replace(/^<!DOCTYPE html>/i, "")}\n` };
});
checkLinks(rendered, [...Object.values(assets), ...documentHrefs]);
await Promise.all(rendered.map(({ href, html }) => write(fileOf(href), html)));
await write(FEED_PATH.slice(DOCS_PATH.length + 1), changelog.feed);
await rm(siteFolder, { recursive: true, force: true });
await rename(newFolder, siteFolder);
