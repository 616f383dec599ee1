import { contract, type Event, eventSchemaOf, EventType } from "@petstore/contract/routes";
import { type Command, InvalidArgumentError, Option } from "commander";
import { followStore } from "./follow-store.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { parsedBy } from "./parse-option.js";
import { remark, type Shell, writeTo } from "./shell.js";
import { withStore } from "./with-store.js";

const parseTypes = (text: string): EventType[] =>
  text.split(",").map((one) => {
    const type = EventType.safeParse(one);
    if (type.success) return type.data;
    throw new InvalidArgumentError(`It must be one or more of ${EventType.options.join(", ")}, separated by commas.`);
  });

const { after: Cursor, subject: Subject } = contract.events.listEvents.query.shape;

export const typesOption = (): Option =>
  new Option("--types <types>", "only events of these types: pet.created,pet.deleted").argParser(parseTypes);
const subjectOption = (): Option =>
  new Option("--subject <subject>", "only events of one subject (pet:123), or all of a kind (pet)").argParser(
    parsedBy(Subject.unwrap()),
  );
export const afterOption = (what: string): Option =>
  new Option("--after <cursor>", what).argParser(parsedBy(Cursor.unwrap()));

/** Formats an event. The longest type has 18 characters, and most subjects have fewer than 12. */
const lineOf = ({ id, at, type, subject, changed }: Event): string => {
  const name = subject.id === null ? subject.kind : `${subject.kind}:${subject.id}`;
  return [id, at, type.padEnd(18), name.padEnd(12), changed.join(", ")].join("  ").trimEnd();
};

type EventsOptions = {
  follow?: boolean;
  after?: string;
  types?: EventType[];
  subject?: string;
  limit?: number;
};

const printEvents = (shell: Shell, { follow = false, limit, after, ...filter }: EventsOptions): Promise<void> =>
  withStore(shell, async (store) => {
    const write = writeTo(shell.stdout, shell.signal);
    const place = { after: after ?? (follow ? "now" : undefined), isFollowing: follow };
    let last: string | undefined;
    let left = limit ?? Number.POSITIVE_INFINITY;
    try {
      for await (const event of followStore(store, { ...filter, ...place, signal: shell.signal, scope: "admin" })) {
        await write(`${shell.isJson ? JSON.stringify(event) : lineOf(event)}\n`);
        last = event.id;
        left -= 1;
        if (left === 0) break;
      }
    } catch (error) {
      // Ctrl-C is the usual way to stop following, so it is not an error.
      if (!follow || !shell.signal.aborted) throw error;
    }
    if (last !== undefined) await remark(shell, `To continue from here: --after ${last}`);
  });

const parseLimit = (text: string): number => {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be an integer from 1.");
};

const help = `
The command prints one line for each event, the oldest first: its id, its time, its type, its
subject, and the fields that differ. Each event is printed once, after its change was
committed. To continue from an event, give its id to --after. Ctrl-C ends --follow with exit
code 0.

Examples:
  petstore events --follow
  petstore events --types pet.created,pet.deleted --json
  petstore events --subject pet:123 --limit 10`;

export const addEvents = (program: Command, shell: Shell): void => {
  program
    .command("events")
    .summary("list what changed, or follow it as it happens")
    .description("Prints the committed changes of the catalogue, as GET /v1/events returns them.")
    .option("--follow", "keep running, and print each event as it happens")
    .addOption(afterOption("only events after this one, or now; the default is all kept events, or now with --follow"))
    .addOption(typesOption())
    .addOption(subjectOption())
    .addOption(new Option("--limit <number>", "stop after this many events").argParser(parseLimit))
    .addOption(jsonOption(`a JSON object per line: ${fieldsOf(eventSchemaOf("catalogue.imported"))}`))
    .addHelpText("after", help)
    .action((options: EventsOptions) => printEvents(shell, options));
};
