import type { Answer } from "./types.js";

/** The facts that a team knows about its store. */
export interface KnownStore {
  /** The types of the values, by the names of the attributes: `{ breed: string; price: number; labels: string[] }`. */
  readonly attributes: object;
}

/**
 * Replaces the attributes in a profile or a set of filters. `Value` may also be something else that has a property of
 * the same name.
 */
type AttributesIn<Value, Known, Null> = Value extends undefined
  ? Value
  : Value extends Readonly<Record<string, readonly string[]>>
    ? { [Name in keyof Known]?: Value[string] | undefined }
    : Value extends Readonly<Record<string, infer Any>>
      ? unknown extends Any
        ? { [Name in keyof Known]?: Known[Name] | Null | undefined }
        : Value
      : Value;

type Content<Value, Known, Null> = Value extends Blob
  ? Value
  : Value extends object
    ? {
        [Name in keyof Value]: Name extends "attributes"
          ? AttributesIn<Value[Name], Known, Null>
          : Content<Value[Name], Known, Null>;
      }
    : Value;

/** Replaces only what is sent or received, because the options of a request do not depend on the store. */
type Parts<Message, Known, Null> = Message extends object
  ? {
      [Name in keyof Message]: Name extends "query" | "body" ? Content<Message[Name], Known, Null> : Message[Name];
    }
  : Message;

type Received<Value, Known> =
  Value extends Answer<number, unknown> ? Parts<Value, Known, never> : Content<Value, Known, never>;

type Result<Value, Known> =
  Value extends Promise<infer One>
    ? Promise<Received<One, Known>>
    : Value extends AsyncGenerator<infer One, void, undefined>
      ? AsyncGenerator<Received<One, Known>, void, undefined>
      : Value;

type Group<Calls, Known> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...given: infer Given) => infer Value
    ? (...given: { [At in keyof Given]: Parts<Given[At], Known, null> }) => Result<Value, Known>
    : never;
};

type Groups<All, Known> = { readonly [Name in keyof All]: Group<All[Name], Known> };

/** A client whose profiles and filters have the types of one store's attributes. */
export type WithAttributes<Client extends { readonly orThrow: object }, Known> = Groups<
  Omit<Client, "orThrow">,
  Known
> & {
  readonly orThrow: Groups<Client["orThrow"], Known>;
};
