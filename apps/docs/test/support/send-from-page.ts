import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { BASE_PATH } from "@petstore/contract/routes";
import { v1 } from "../../src/openapi.js";
import type { SampleRequest } from "../../src/samples/sample-request.js";
import { sampleFolder } from "./sample-store.js";

const pageOf = ({ operationId }: SampleRequest): string =>
  v1.operations.find((one) => one.operationId === operationId)?.href.replace(/#.*/, "") ?? "";

const openForms = async (page: Page, key: string): Promise<Page> => {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const keys = page.locator("input[data-key]");
  if ((await keys.count()) > 0) await keys.first().fill(key);
  return page;
};

const send = async (page: Page, { method, path, params, query, body }: SampleRequest): Promise<void> => {
  const form = page.locator(`form[data-method="${method}"][data-path="${BASE_PATH}${path}"]`);
  for (const [name, value] of Object.entries({ ...params, ...query })) {
    await form.locator(`[data-name="${name}"]`).fill(String(value));
  }
  if (body !== undefined && "file" in body) {
    await form.locator("input[data-file]").setInputFiles(fileURLToPath(new URL(body.file, sampleFolder)));
  } else if (body !== undefined) {
    await form.locator("textarea[data-body]").fill(JSON.stringify(body.json));
  }
  await form.getByRole("button", { name: /^Send / }).click();
  await form.getByRole("status").getByText(/ ms$/).waitFor();
};

/** Sends the requests one after the other, each with the form of its operation. */
export const sendFromPages = async (
  open: (path: string) => Promise<Page>,
  requests: readonly SampleRequest[],
  key: string,
): Promise<void> => {
  const pages = new Map<string, Page>();
  for (const request of requests) {
    const path = pageOf(request);
    const page = pages.get(path) ?? (await openForms(await open(path), key));
    pages.set(path, page);
    await send(page, request);
  }
};
