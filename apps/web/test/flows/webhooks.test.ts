import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet } from "../support/rows.js";

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** Starts a program that records what it receives. */
const startReceiver = async () => {
  const received: Received[] = [];
  const answer = { status: 204 };
  const note = async (request: IncomingMessage) =>
    received.push({ headers: request.headers, body: await text(request) });
  const server = createServer((request, response) => {
    void note(request).then(() => response.writeHead(answer.status).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/${unique("hook").replaceAll(" ", "-")}`, received, answer };
};

const signatureOf = (secret: string, { headers, body }: Received) => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
};

describe.skipIf(!hasBrowser)("the webhooks page", () => {
  test("creates a webhook, shows its secret once, and lists what was sent", async ({ open, api }) => {
    const { url, received, answer } = await startReceiver();
    const page = await open("/account", { role: "manager" });
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "New webhook" }).first().click();
    await page.getByLabel("Address").fill("ftp://nowhere");
    await page.getByRole("button", { name: "Make the webhook" }).click();
    await page.getByText("Must be an https URL", { exact: false }).waitFor();
    await page.getByLabel("Address").fill(url);
    await page.getByLabel("Program").fill("The web shop");
    await page.getByLabel("Note added").check();
    await page.getByRole("button", { name: "Make the webhook" }).click();
    const secret = await page.getByRole("textbox", { name: "The secret" }).inputValue();
    await page.getByRole("radio", { name: "Python" }).press("Space");
    expect(await page.getByRole("textbox", { name: "Code in Python" }).inputValue()).toContain("WEBHOOK_SECRET");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("button", { name: "Done" }).click();

    answer.status = 500;
    const { id: petId } = await addPet(api);
    const note = unique("Only walks at night");
    await api.notes.createNote({ params: { petId }, body: { text: note } });
    const endpoints = await api.webhooks.listWebhookEndpoints({ query: { limit: 20 } });
    const made = endpoints.status === 200 ? endpoints.body.find((one) => one.url === url) : undefined;
    const sent = async () => (await api.webhooks.listWebhookDeliveries({ params: { endpointId: made?.id ?? 0 } })).body;
    await expect
      .poll(sent, { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ type: "note.created", responseStatus: 500 }));
    expect(received.some(({ body }) => body.includes(note))).toBe(true);
    await page.getByRole("link", { name: `Details of ${url}` }).click();
    answer.status = 204;
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The test arrived: the program answered 204").waitFor();
    expect(received.map((one) => one.headers["webhook-signature"])).toEqual(
      received.map((one) => signatureOf(secret, one)),
    );

    const failed = drawer.getByRole("listitem").filter({ hasText: "Answered 500" }).first();
    expect(await page.content()).not.toContain(secret);
    await failed.getByRole("button", { name: /^Send delivery \d+ \(Note added, Note brought back\) again$/ }).click();
    await page.getByText("Will be sent again: Note added, Note brought back").waitFor();

    await drawer.getByRole("button", { name: "Turn off" }).click();
    await drawer.getByText("Somebody turned it off.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText(`Put back the webhook ${url}`).waitFor();
    await drawer.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(`Deleted the webhook ${url}`).waitFor();
    await page.getByRole("link", { name: `Details of ${url}` }).waitFor({ state: "detached" });
  });
});
