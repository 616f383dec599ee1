// Fills stores for the screenshots and the measurements through the API.

const names =
  "Luna Bella Max Rocky Milo Daisy Coco Simba Nala Oscar Ruby Leo Willow Teddy Poppy Finn Hazel Otis Maple Juno Pepper Biscuit Olive Rufus Clover Ziggy Mabel Hugo Penny Archie".split(
    " ",
  );
/** The names of the categories. A new store already has some of them. */
const categories = ["Dog", "Cat", "Rabbit", "Bird", "Guinea pig", "Reptile", "Fish"];
const UNNAMED = 40;
const ANIMALS = 300;
const ORDERS = 36;

/** @param {(method: string, path: string, body?: unknown) => Promise<any>} call - Sends a request to `/v1`. */
const addAnimals = async (call) => {
  const known = await call("GET", "/categories?limit=100");
  const ids = [];
  for (const name of categories) {
    const { id } = known.find((one) => one.name === name) ?? (await call("POST", "/categories", { name }));
    ids.push(id);
  }
  const animals = [];
  for (let at = 0; at < ANIMALS; at += 1) {
    const status = at % 8 === 3 ? "sold" : at % 11 === 5 ? "pending" : "available";
    const categoryId = at % 29 === 0 ? UNNAMED : ids[(at + Math.floor(at / 9)) % ids.length];
    const name = `${names[at % names.length]}${at < names.length ? "" : ` ${Math.floor(at / names.length) + 1}`}`;
    animals.push(await call("POST", "/pets", { name, categoryId, status }));
  }
  return animals;
};

const addOrders = async (call, animals) => {
  const steps = [[], [], ["approved"], ["approved", "delivered"], ["cancelled"]];
  const available = animals.filter(({ status }) => status === "available");
  for (let at = 0; at < ORDERS; at += 1) {
    const body = { petId: available[at * 3].id, reference: `PO-${2_041 + at * 3}` };
    const { id } = await call("POST", "/orders", body);
    for (const status of steps[(at * 3) % steps.length]) await call("PATCH", `/orders/${id}`, { status });
  }
};

const addChanges = async (call, animals) => {
  for (const { id } of animals.slice(-6, -3)) await call("PATCH", `/pets/${id}`, { status: "sold" });
  await call("PATCH", `/pets/${animals[1].id}`, { name: "Bella Rose" });
  await call("DELETE", `/pets/${animals[2].id}`);
};

/** Fields that are added to those of every new store. */
const fields = [
  { name: "weight", label: "Weight", type: "number", unit: "kg", minimum: 0, maximum: 200, decimals: 1 },
  { name: "kennel", label: "Kennel", type: "text", isArchived: true },
];

/** Adds the fields, and gives the second animal values for most of them. */
const addFields = async (call, animals) => {
  const path = `/pets/${animals[1].id}/profile`;
  for (const { isArchived, ...one } of fields) {
    const { id } = await call("POST", "/attributes", one);
    if (isArchived) await call("PATCH", path, { attributes: { [one.name]: "12 B" } });
    if (isArchived) await call("PATCH", `/attributes/${id}`, { isArchived });
  }
  await call("PATCH", path, {
    externalId: "SH-1042",
    attributes: {
      breed: "Labrador mix",
      sex: "female",
      born_on: "2022-04-17",
      weight: 27.5,
      house_trained: true,
      colours: ["Black", "White"],
      labels: ["Shy", "likes the garden"],
      description: "Found near the old mill. She is calm with children and afraid of thunder.\nSleeps a lot.",
    },
  });
};

/** @returns the created animals, one that every new store has, with a photo and a warning, and a webhook */
export const fillStore = async (call) => {
  const animals = await addAnimals(call);
  await addOrders(call, animals);
  await addChanges(call, animals);
  await addFields(call, animals);
  const soon = new Date(Date.now() + 6 * 86_400_000).toISOString();
  await call("POST", "/api-keys", { name: "Web shop", scope: "write" });
  await call("POST", "/api-keys", { name: "Till", scope: "read", expiresAt: soon });
  const types = ["pet.created", "order.created"];
  const webhook = await call("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/animals", types });
  const [seth] = await call("GET", "/pets?q=Seth");
  return { animals, seth, webhook };
};

const ROWS_PER_IMPORT = 20_000;

/** Returns a CSV file of animals named Luna 0, Luna 1 and so on, with twenty categories and the three statuses. */
export const csvOfAnimals = (count, { from = 0, name = "Luna" } = {}) => {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = from + at;
    return `${name} ${number},${(number % 20) + 1},${["available", "pending", "sold"][number % 3]}`;
  });
  return `name,category,status\n${rows.join("\n")}\n`;
};

/** Imports the animals of {@link csvOfAnimals}. */
export const importAnimals = async (address, key, count, name) => {
  for (let from = 0; from < count; from += ROWS_PER_IMPORT) {
    const csv = csvOfAnimals(Math.min(ROWS_PER_IMPORT, count - from), { from, name });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ csv, source: `${name ?? "Luna"} ${from}.csv`, columns: { category: "category" } });
    const response = await fetch(`${address}/v1/pets/import`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`POST /v1/pets/import answered ${response.status}: ${await response.text()}`);
  }
};
