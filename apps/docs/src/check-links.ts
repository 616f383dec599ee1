import { DOCS_PATH } from "@petstore/contract/routes";

type RenderedPage = { readonly href: string; readonly html: string };

const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, value = ""]) => value);

/**
 * @throws If a link leads to a page or an anchor that does not exist, or if two elements of a page have the same id.
 */
export const checkLinks = (pages: readonly RenderedPage[], others: readonly string[]): void => {
  const anchors = new Map(pages.map(({ href, html }) => [href, valuesOf(html, "id")]));
  const known = new Set(others);
  const problems = pages.flatMap(({ href: from, html }) => {
    const ids = anchors.get(from) ?? [];
    const repeated = ids
      .filter((id, at) => ids.indexOf(id) !== at)
      .map((id) => `${from}: two elements have the id ${id}`);
    const broken = [...new Set(valuesOf(html, "href"))].filter((link) => {
      if (known.has(link) || /^https?:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = anchors.get(path === "" ? from : path);
      return target === undefined || (anchor !== undefined && !target.includes(anchor));
    });
    return [...repeated, ...broken.map((link) => `${from}: ${link} does not exist`)];
  });
  if (problems.length > 0) throw new Error(`The pages below ${DOCS_PATH} are wrong:\n${problems.join("\n")}`);
};
