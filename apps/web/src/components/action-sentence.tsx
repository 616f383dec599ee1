import type { Action, ActionPart } from "@petstore/contract/client";
import { type DescribeOptions, describeActor } from "../lib/history/describe-event";
import { dataValue, type Value } from "../lib/text/value";
import { t } from "../texts";
import { actions } from "../texts/actions";
import { classNames } from "./class-names";
import { Data } from "./data";
import { ActorText, EventSentence } from "./event-sentence";

const texts = actions.many;
type Sentence = { readonly text: string; readonly value?: Value };

const sayTo = ({ count, to }: ActionPart, { nameOf, attributeOf }: DescribeOptions): Sentence | undefined => {
  const [[name, value] = ["", undefined], ...others] = Object.entries(to ?? {});
  if (others.length > 0) return undefined;
  if (name === "status" && typeof value === "string" && value in t.common.status) {
    return { text: texts.status(count, t.common.status[value as keyof typeof t.common.status]) };
  }
  if (name === "categoryId" && typeof value === "number") {
    return { text: texts.category(count), value: dataValue(nameOf(value)) };
  }
  const attribute = /^attributes\.(.+)$/.exec(name)?.[1];
  return attribute === undefined
    ? undefined
    : { text: texts.attribute(count, attributeOf?.(attribute)?.label ?? attribute) };
};

/** Tells whether an action concerns many animals. An import does, although it is a single event. */
export const isMany = (action: Action | undefined): action is Action =>
  action !== undefined && (action.events > 1 || action.event.action === "catalogue.import");

/**
 * Returns what was done to many animals in words, such as "marked 200 animals sold"; undefined if the sentence about
 * the event is better. An undo is said to be one, whatever values it puts back.
 */
export const describeAction = (
  { parts, event, events, undoes }: Action,
  options: DescribeOptions,
): Sentence | undefined => {
  if (undoes !== null && events > 1) return { text: actions.undid(events) };
  const part = parts.find(({ action }) => action === event.action);
  if (part === undefined || part.count < 2) return undefined;
  const own = texts[part.action as keyof typeof texts] as ((count: number) => string) | undefined;
  return sayTo(part, options) ?? (own === undefined ? undefined : { text: own(part.count) });
};

type ActionSentenceProps = DescribeOptions & { readonly action: Action; readonly className?: string };

/** A space in a place where JSX would drop it. */
const space = " ";

/** Writes an action as a sentence, such as "Mara marked 200 animals sold". */
export const ActionSentence = ({ action, className, ...options }: ActionSentenceProps) => {
  const { event } = action;
  const said = describeAction(action, options);
  if (said === undefined) {
    const given = { ...options, ...(className !== undefined && { className }) };
    return <EventSentence event={event} isUndo={action.undoes !== null} {...given} />;
  }
  return (
    <span className={classNames("block min-w-0 wrap-anywhere", className)}>
      <ActorText actor={event.actor} name={describeActor(event, options.ownId)} />
      {space}
      <span className="font-medium">{said.text}</span>
      {said.value !== undefined && (
        <>
          {space}
          <Data className="font-medium">{said.value.text}</Data>
        </>
      )}
    </span>
  );
};
