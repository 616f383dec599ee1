// A small store for the pictures: animals, categories, orders, keys, a view and a team, all made through the API.

const names =
  "Luna Bella Max Rocky Milo Daisy Coco Simba Nala Oscar Ruby Leo Willow Teddy Poppy Finn Hazel Otis Maple Juno Pepper Biscuit Olive Rufus Clover Ziggy Mabel Hugo Penny Archie".split(
    " ",
  );
const categories = ["Dogs", "Cats", "Rabbits", "Birds", "Guinea pigs", "Reptiles", "Fish"];
const UNNAMED = 40;
const ANIMALS = 300;
const ORDERS = 36;

/** @param {(method: string, path: string, body?: unknown) => Promise<any>} call - Of `/v1`. */
const addAnimals = async (call) => {
  const ids = [];
  for (const name of categories) ids.push((await call("POST", "/categories", { name })).id);
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

const optionsOf = (...labels) => labels.map((label) => ({ value: label.toLowerCase().replaceAll(" ", "_"), label }));

const fields = [
  { name: "breed", label: "Breed", type: "text", help: "As the vet or the breeder says" },
  { name: "sex", label: "Sex", type: "choice", options: optionsOf("Female", "Male", "Unknown") },
  { name: "born_on", label: "Born on", type: "date" },
  { name: "weight", label: "Weight", type: "number", unit: "kg", minimum: 0, maximum: 200, decimals: 1 },
  { name: "house_trained", label: "House-trained", type: "boolean" },
  {
    name: "colours",
    label: "Colours",
    type: "choices",
    options: optionsOf("Black", "White", "Brown", "Grey", "Tabby"),
  },
  { name: "labels", label: "Labels", type: "labels", options: optionsOf("Shy", "Senior", "Foster") },
  { name: "description", label: "Description", type: "longText" },
  { name: "price", label: "Price", type: "number", unit: "€", decimals: 2, isPublic: false },
  { name: "kennel", label: "Kennel", type: "text", isArchived: true },
];

/** The second animal has all but one of them. */
const addFields = async (call, animals) => {
  for (const [at, { isArchived, ...one }] of fields.entries()) {
    const body = { ...one, position: (at + 1) * 10 };
    const { id } = await call("POST", "/attributes", body);
    if (isArchived) await call("PATCH", `/pets/${animals[1].id}/profile`, { attributes: { [one.name]: "12 B" } });
    if (isArchived) await call("PATCH", `/attributes/${id}`, { isArchived });
  }
  await call("PATCH", `/pets/${animals[1].id}/profile`, {
    externalId: "SH-1042",
    attributes: {
      breed: "Labrador mix",
      sex: "female",
      born_on: "2022-04-17",
      weight: 27.5,
      house_trained: true,
      colours: ["black", "white"],
      labels: ["shy", "likes the garden"],
      description: "Found near the old mill. She is calm with children and afraid of thunder.\nSleeps a lot.",
    },
  });
};

export const fillStore = async (call) => {
  const animals = await addAnimals(call);
  await addOrders(call, animals);
  await addChanges(call, animals);
  await addFields(call, animals);
  const soon = new Date(Date.now() + 6 * 86_400_000).toISOString();
  await call("POST", "/api-keys", { name: "Web shop", scope: "write" });
  await call("POST", "/api-keys", { name: "Till", scope: "read", expiresAt: soon });
  return animals;
};
