// Fills an empty store through the API of any release: what the release does not have yet is left out.
import { randomUUID } from "node:crypto";

/** A PNG of one pixel, which every release of the service can read. */
const image = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

const UNDO_LOOKS = 100;
const UNDO_PAUSE_MS = 100;

/** Waits until an undo has an end, because a test cannot tell an undo that runs from one that was cut off. */
const waitForUndo = async (send, path) => {
  for (let look = 0; look < UNDO_LOOKS; look += 1) {
    // The field was renamed in 1.1.0.
    const { status, state } = await send(`GET ${path}`);
    if ((status ?? state) === "undone") return;
    await new Promise((resolve) => setTimeout(resolve, UNDO_PAUSE_MS));
  }
  throw new Error(`${path}: the undo does not end.`);
};

/** @returns What was left out, in words. */
export const fillThroughApi = async (address, key) => {
  const { paths } = await (await fetch(`${address}/openapi.json`)).json();
  const leftOut = [];
  const offers = (method, path) =>
    Object.entries(paths).some(([template, operations]) => {
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return method.toLowerCase() in operations && pattern.test(path);
    });
  /** Sends a request, or returns an empty object if the release does not have the operation. */
  const send = async (line, body, headers = {}) => {
    const [method, path] = line.split(" ");
    if (!offers(method, path.split("?")[0])) {
      leftOut.push(line.replace(/\/undefined.*/, "/…"));
      return {};
    }
    const type = body instanceof Uint8Array ? "image/png" : "application/json";
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": type }), ...headers },
      ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${line}: ${response.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };

  const luna = await send("POST /pets", { name: "Luna", categoryId: 7 }, { "idempotency-key": randomUUID() });
  const [max, rex] = [
    await send("POST /pets", { name: "Max 猫 🐈", categoryId: 9, status: "pending" }),
    await send("POST /pets", { name: "Rex", categoryId: 7, status: "sold" }),
  ];
  const batch = await send("POST /pets/batch", [
    { name: "Bella", categoryId: 7 },
    { name: "  Émile  ", categoryId: 12 },
    { name: "Zoë", categoryId: 9 },
  ]);
  const [bella, , zoe] = Array.isArray(batch) ? batch : [];
  await send("PATCH /categories/7", { name: "Dogs" });
  await send("PATCH /categories/9", { name: "Straße" });
  await send("POST /categories/12/merge", { into: 9 });
  await send(`PATCH /pets/${rex.id}`, { name: "Rex the second" });

  await send("POST /attributes", { name: "weight", label: "Weight", type: "number", unit: "kg", decimals: 1 });
  const birthday = await send("POST /attributes", { name: "born", label: "Born", type: "date" });
  await send(`PATCH /pets/${luna.id}/profile`, { externalId: "SH-1", attributes: { weight: 4.5, born: "2024-02-29" } });
  await send(`PATCH /pets/${max.id}/profile`, { attributes: { born: "2023-12-31" } });
  await send(`DELETE /attributes/${birthday.id}?force=true`);
  await send(`POST /pets/${luna.id}/photos`, image);
  await send(`POST /pets/${luna.id}/notes`, { text: "Bites\nwhen hungry", isWarning: true });
  await send(`POST /pets/${max.id}/notes`, { text: "Needs a large garden" });

  // Releases without customers refuse an order that names one.
  const buyer = offers("GET", "/customers") ? { customer: { name: "Grace", email: "grace@example.com" } } : {};
  const sale = await send("POST /orders", { petId: luna.id, reference: "A-1", ...buyer });
  await send(`PATCH /orders/${sale.id}`, { status: "approved" });
  const cancelled = await send("POST /orders", { petId: bella?.id, reference: "A-2" });
  await send(`PATCH /orders/${cancelled.id}`, { status: "cancelled" });

  await send("PUT /views/Sold", { query: { status: "sold" } });
  await send("POST /api-keys", { name: "Shop front", scope: "read" });
  await send("POST /webhook-endpoints", { url: "http://127.0.0.1:9/hook", types: ["pet.created"] });
  await send("PATCH /store", { statusNames: { sold: "Adopted" } });
  if (offers("POST", "/actions/1/undo")) {
    await send(`DELETE /pets/${zoe?.id}`);
    const [deletion] = await send("GET /actions?limit=1");
    await send(`POST /actions/${deletion.id}/undo`);
    await waitForUndo(send, `/actions/${deletion.id}`);
  }
  return leftOut.length === 0
    ? "Nothing was left out."
    : `The release does not have: ${[...new Set(leftOut)].join(", ")}.`;
};
