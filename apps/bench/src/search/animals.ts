import { readFileSync } from "node:fs";
import { createRandom } from "../random.js";

export type Animal = {
  readonly externalId: string;
  readonly name: string;
  readonly category: string;
  readonly status: "available" | "pending" | "sold";
  /** The values of the attributes of a new store, by their names. */
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
};

const SEED = 52;

/** The data set of the City of Austin, which is in the public domain. None of its values has a comma or a quote. */
const file = new URL("../../judged/austin-animals.csv", import.meta.url);

/** Names that Austin's data lack: with accents, and in scripts that write no spaces between words. */
const foreignNames = [
  "Zoë Müller Jürgen Käthe Björn François Félix Chloé José Peña Ñandú Łukasz",
  "Søren Åse Dvořák Şeker Çiko Straße Weiß Čapek Ğülten Ōkami Beyoncé Noël",
  "さくら チョコ 小白 旺财 ส้มโอ มะลิ Мурка Барсик Αργος 초코 لولو שוקו",
].flatMap((names) => names.split(" "));

const sentences = [
  "Loves tennis balls and long walks by the lake.",
  "Needs a quiet household without small children.",
  "Was found beside the railway station in a cardboard box.",
  "Sleeps on the windowsill and purrs when brushed.",
  "Knows how to sit, stay and fetch.",
  "Takes thyroid medication with every breakfast.",
  "Afraid of thunderstorms, calm with other animals.",
  "Enjoys swimming and climbing onto the sofa.",
  "Came with a sibling and would like to stay together.",
  "Has a scar above the left eye that is healed.",
];

const labels = ["Playful", "Quiet", "Shy", "Affectionate", "Energetic", "Senior", "New"];

const statusOf = (outcome: string): Animal["status"] => {
  if (outcome === "Transfer" || outcome === "Relocate") return "pending";
  return outcome === "" || outcome === "Missing" ? "available" : "sold";
};

/**
 * Reads the animals of the judged set: those of the data set, with what it lacks added by a seeded generator, so that
 * the attributes of a new store have values.
 */
export const readAnimals = (): Animal[] => {
  const random = createRandom(SEED);
  const known = new Map<string, number>();
  const [, ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  return lines.map((line, index) => {
    const [id = "", given = "", category = "", breed = "", colours = "", outcome = ""] = line.split(",");
    const times = (known.get(id) ?? 0) + 1;
    known.set(id, times);
    const isForeign = given === "" && index % 8 === 0;
    const place = random.pick(["Kennel", "Kennel", "Cattery", "Foster home", "Quarantine", "Rabbit room"]);
    return {
      externalId: times === 1 ? id : `${id}-${times}`,
      name: isForeign ? random.pick(foreignNames) : given || id,
      category,
      status: statusOf(outcome),
      attributes: {
        breed,
        colours: [...new Set(colours.split("/").filter((colour) => colour !== ""))],
        ...(random.chance(0.7) && { microchip: `985${String(random.int(0, 999_999_999_999)).padStart(12, "0")}` }),
        ...(random.chance(0.9) && { location: `${place} ${random.int(1, 80)}` }),
        ...(random.chance(0.4) && { labels: [random.pick(labels)] }),
        ...(random.chance(0.3) && { description: random.pick(sentences) }),
      },
    };
  });
};
