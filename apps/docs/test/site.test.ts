import { readdirSync, readFileSync } from "node:fs";
import { DEPRECATIONS_PATH, DOCS_PATH, ERRORS_PATH, errorCodes, retiredErrorCodes } from "@petstore/contract/routes";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, inject, it } from "vitest";
import { checkLinks } from "../src/check-links.js";
import { renderGuide } from "../src/markdown.js";
import { interfaces, v1 } from "../src/openapi.js";
import { sampleLanguages } from "../src/samples/languages.js";
import { sampleRequests } from "../src/samples/sample-request.js";
import { buildSite } from "../src/site.js";

const { pages } = buildSite();
const address = inject("docsAddress");

describe("the pages for developers", () => {
  it("have one section for each operation, error code and schema", () => {
    const anchors = new Set(pages.flatMap(({ href, headings }) => headings.map(({ id }) => `${href}#${id}`)));
    const expected = [
      ...interfaces.flatMap(({ operations }) => operations.map(({ href }) => href)),
      ...interfaces.flatMap(({ href, components }) =>
        Object.keys(components.schemas).map((name) => `${href}/schemas#${name}`),
      ),
      ...Object.keys({ ...errorCodes, ...retiredErrorCodes }).map((code) => `${ERRORS_PATH}#${code}`),
      ...v1.operations.filter((one) => one.deprecated).map((one) => `${DEPRECATIONS_PATH}#${one.operationId}`),
    ];
    expect(expected.filter((href) => !anchors.has(href))).toEqual([]);
  });

  it("show a sample of each operation below /v1 in each language", () => {
    const html = pages.map(({ body }) => renderToStaticMarkup(body)).join("");
    const escape = (code: string) => renderToStaticMarkup(createElement("code", {}, code));
    const missing = v1.operations.flatMap(({ operationId }) => {
      const request = sampleRequests.get(operationId);
      return Object.entries(sampleLanguages).flatMap(([language, { write }]) => {
        const isShown = request !== undefined && html.includes(escape(write(request)));
        return isShown ? [] : [`${operationId} in ${language}`];
      });
    });
    expect(missing).toEqual([]);
  });

  it("have a title and a description of their own each", () => {
    const titles = pages.map(({ title, href }) => `${title}${href.startsWith(`${v1.href}/auth`) ? " (accounts)" : ""}`);
    expect(new Set(titles).size).toBe(pages.length);
    expect(pages.filter(({ description }) => description === "")).toEqual([]);
  });

  it("have the addresses to which the deprecated operation and the error schemas link", async () => {
    const { headers } = await fetch(`${address}/v1/pets/1`);
    const [, deprecation] = /<([^>]+)>; rel="deprecation"/.exec(headers.get("link") ?? "") ?? [];
    const { externalDocs } = v1.components.schemas["Error"] as { externalDocs?: { url: string } };
    for (const path of [deprecation, externalDocs?.url, "/deprecations"]) {
      const response = await fetch(address + path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    }
    const page = await (await fetch(address + deprecation)).text();
    for (const fact of ["GET /v1/pets/{petId}", "21 November 2026", "5 December 2030"]) expect(page).toContain(fact);
  });
});

describe("the changelog", () => {
  it("has a feed of Atom with an entity tag, to which the head of the page links", async () => {
    const page = await (await fetch(`${address}/docs/changelog`)).text();
    const [head = ""] = page.split("</head>");
    const [, href = ""] = /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)"/.exec(head) ?? [];
    const { status, headers } = await fetch(address + href);
    expect([status, headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    const tag = headers.get("etag") ?? "";
    const again = await fetch(address + href, { headers: { "if-none-match": tag } });
    expect([again.status, again.headers.get("etag")]).toEqual([304, tag]);
  });

  it("is linked from the head of no other page", () => {
    expect(pages.filter(({ feed }) => feed !== undefined).map(({ href }) => href)).toEqual([`${DOCS_PATH}/changelog`]);
  });
});

it("Docker gets each file outside of the packages that the build reads", () => {
  const ignored = readFileSync(new URL("../../../.dockerignore", import.meta.url), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["!.changeset", "!docs/conventions.md"]));
});

describe("a guide", () => {
  const folder = new URL("../guides/", import.meta.url);

  it.each(readdirSync(folder))("%s repeats no number of the contract", (name) => {
    const prose = readFileSync(new URL(name, folder), "utf8")
      .replaceAll(/```[^]*?```/g, "")
      .replaceAll(/`[^`]*`|\{\{[^}]*\}\}|RFC \d+|\b4xx\b|^\d\. /gm, "");
    // The Unix epoch.
    expect(prose.match(/\d+/g) ?? []).toEqual(name === "deprecation.md" ? ["1970"] : []);
  });

  it.each([
    ["an operation", "Use `GET /dogs`.", "`GET /dogs` is not a name of the contract"],
    ["a header field", "See `Total-Dogs`.", "`Total-Dogs` is not a name of the contract"],
    ["an error code", "It is `dog_reserved`.", "`dog_reserved` is not a name of the contract"],
    ["a limit", "At most {{maxDogs}}.", "{{maxDogs}} is not in facts.ts"],
  ])("is refused if it names %s that is not in the contract", (_, text, problem) => {
    expect(() => renderGuide(`# Title\n\n${text}\n`)).toThrow(problem);
  });

  it("has a different address for each repeated heading, as in a changelog", () => {
    const { headings } = renderGuide("# Changelog\n\n## 1.1.0\n\n### Fixed\n\n## 1.0.0\n\n### Fixed\n");
    expect(headings.map(({ id }) => id)).toEqual(["110", "fixed", "100", "fixed-2"]);
  });

  it("links its operations, error codes and response header fields to their reference", () => {
    const { html } = renderGuide("# Title\n\n`GET /pets?limit=3` answers `rate_limited` with `Retry-After`.\n");
    const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    const reference = `${DOCS_PATH}/reference`;
    expect(hrefs).toEqual([
      `${reference}/pets#listPets`,
      `${ERRORS_PATH}#rate_limited`,
      `${reference}#header-retry-after`,
    ]);
  });
});

describe("checkLinks", () => {
  it("names links without a target and repeated ids", () => {
    const page = { href: "/docs", html: '<p id="a"></p><a id="a" href="#b"></a><a href="/docs/none"></a>' };
    expect(() => checkLinks([page], [])).toThrow(
      /: two elements have the id a\n\/docs: #b does not exist\n\/docs: \/docs\/none does not exist$/,
    );
  });
});
