import { readFileSync } from "node:fs";
import { type Document, type DocumentFile, readDocument } from "./documents.js";
import { type Change, changesSince } from "./redocly.js";

export type Break = { readonly ruleId: string; readonly message: string; readonly at: string };

/** Clients are told to expect new error codes, but no rule of Redocly can express this. */
const isNewErrorCode = ({ path }: Change, ruleId: string) =>
  ruleId === "enum-values-added" && /\/responses\/[45]\d\d\/content\/[^/]+\/schema\/properties\/code$/.test(path);

/** The patterns of a name: that of the stable document, and that of the others. */
const namePatterns = ["openapi.stable.json", "openapi.json"].map(
  (file) => readDocument(file).components.schemas["NewPet"]?.properties?.["name"]?.pattern,
);

/**
 * The pattern of a name used to limit the length including the white space around the name. Redocly cannot tell that
 * the new patterns accept everything that the old one did; exact-schemas.test.ts compares them with the service. Delete
 * this function at the next release.
 */
const isWiderName = ({ property, revision }: Change) =>
  property === "pattern" && namePatterns.some((pattern) => pattern === revision?.value);

/** Redocly counts this as a patch, but a request without the value now means something else. */
const isOtherDefault = ({ property, base }: Change) => property === "default" && base?.value !== undefined;

const propertiesOf = ({ components }: Document, name: string) =>
  Object.keys(components.schemas[name]?.properties ?? {});

/**
 * The fields that a closed schema of a response has gained. A client that was generated earlier refuses such a body.
 */
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

/** Lines that describe breaks, by the changeset that announces them to clients. */
export type Accepted = Readonly<Record<string, readonly string[]>>;

/** A break as a line of `released/accepted-breaks.json`. */
export const lineOf = ({ at, ruleId, message }: Break): string => `${at}: ${ruleId}: ${message}`;

/**
 * What `openapi:accept` writes for a document.
 * @param found - The lines of its breaks since the last release.
 * @param accepted - The lines of the file.
 * @param changeset - The changeset that announces the breaks which the file does not have yet.
 */
export const accept = (found: readonly string[], accepted: Accepted, changeset: string): Accepted => {
  const known = Object.values(accepted).flat();
  const added = found.filter((line) => !known.includes(line));
  const groups = Object.entries({ ...accepted, [changeset]: [...(accepted[changeset] ?? []), ...added] });
  const kept = groups.map(([name, lines]) => [name, lines.filter((line) => found.includes(line)).toSorted()] as const);
  return Object.fromEntries(kept.filter(([, lines]) => lines.length > 0));
};

/** The file that lists the accepted breaks of the documents with beta parts. */
export const acceptedFile = new URL("../../released/accepted-breaks.json", import.meta.url);

export const readAccepted = (): Readonly<Partial<Record<DocumentFile, Accepted>>> =>
  JSON.parse(readFileSync(acceptedFile, "utf8")) as Partial<Record<DocumentFile, Accepted>>;
