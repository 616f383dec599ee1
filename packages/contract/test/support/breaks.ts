import { readFileSync } from "node:fs";
import { type Document, type DocumentFile, readDocument } from "./documents.js";
import { type Change, changesSince } from "./redocly.js";

export type Break = { readonly ruleId: string; readonly message: string; readonly at: string };

/** Clients are told to expect new error codes, which no rule of Redocly can know. */
const isNewErrorCode = ({ path }: Change, ruleId: string) =>
  ruleId === "enum-values-added" && /\/responses\/[45]\d\d\/content\/[^/]+\/schema\/properties\/code$/.test(path);

/**
 * The name of a new pet was bounded with the white space around it, and is now without it. Redocly cannot know that this
 * pattern accepts all that the other did; exact-schemas.test.ts compares it with the service. Delete this at the next release.
 */
const isWiderName = ({ property, revision }: Change) =>
  property === "pattern" &&
  revision?.value === readDocument("openapi.stable.json").components.schemas["NewPet"]?.properties?.["name"]?.pattern;

/** Redocly takes it for a patch, but a request that leaves the value out means something else. */
const isOtherDefault = ({ property, base }: Change) => property === "default" && base?.value !== undefined;

const propertiesOf = ({ components }: Document, name: string) =>
  Object.keys(components.schemas[name]?.properties ?? {});

/** Fields that a closed schema of a response has gained: a client that was generated before refuses the body. */
const newFieldsOfClosed = (released: Document, document: Document): Break[] =>
  ["Pet", "Error"].flatMap((name) => {
    const known = propertiesOf(released, name);
    const added = propertiesOf(document, name).filter((field) => !known.includes(field));
    return added.map((field) => ({ ruleId: "closed-schema-extended", message: `${name} gained ${field}`, at: name }));
  });

const breaksOf = (change: Change): Break[] => {
  const { path: at, verdicts, base, revision } = change;
  const defaults = `default changed from ${JSON.stringify(base?.value)} to ${JSON.stringify(revision?.value)}`;
  return [
    ...(isOtherDefault(change) ? [{ at, ruleId: "default-changed", message: defaults }] : []),
    ...verdicts
      .filter(({ impact, ruleId }) => impact === "major" && !isNewErrorCode(change, ruleId) && !isWiderName(change))
      .map(({ ruleId, message }) => ({ at, ruleId, message })),
  ];
};

/** The changes that would break a client of the last release. @param file - One of the published documents. */
export const breaksSince = async (file: DocumentFile, document: Document): Promise<Break[]> => {
  const released = `released/${file}`;
  const changes = await changesSince(released, document);
  return [...changes.flatMap(breaksOf), ...newFieldsOfClosed(readDocument(released), document)];
};

type Accepted = Readonly<Partial<Record<DocumentFile, Readonly<Record<string, readonly string[]>>>>>;

/** The breaks of beta parts since the last release, by the changeset that tells clients. */
export const accepted = (file: DocumentFile): Readonly<Record<string, readonly string[]>> => {
  const text = readFileSync(new URL("../../released/accepted-breaks.json", import.meta.url), "utf8");
  return (JSON.parse(text) as Accepted)[file] ?? {};
};
