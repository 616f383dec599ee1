import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { CursorContent, Position } from "./position.js";

const MAX_UNPACKED_BYTES = 16_384;

/** Writes a number as LEB128. */
const writeNumber = (value: number, bytes: number[]): void => {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
};

const createReader = (bytes: Buffer) => {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] as number;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  return { number, rest: () => bytes.subarray(at) };
};

const isId = (value: string) => /^[1-9][0-9]*$/.test(value) && Number.isSafeInteger(Number(value));

/** Writes the differences between the ids, which are in ascending order, because these need the fewest bytes. */
const writeIds = (ids: readonly number[]): number[] => {
  const bytes: number[] = [];
  ids.forEach((id, at) => writeNumber(id - (ids[at - 1] ?? 0), bytes));
  return bytes;
};

/**
 * The key of a listing by name contains the text of the name filter, in PostgreSQL's lower case, so it is part of the
 * dictionary.
 */
const dictionaryOf = (texts: readonly string[]) => Buffer.from(texts.map((text) => text.toLowerCase() + text).join(""));

const isPacked = ([name, value]: CursorContent["filters"][number]) => name === "id" && isId(value);

/** Packs filters so tightly that even the worst case fits: 100 ids of 16 digits, and a name of 200 characters. */
export const pack = ({ filters, position }: CursorContent): Buffer => {
  const ids = filters.filter(isPacked).map(([, value]) => Number(value));
  const firstId = filters.findIndex(isPacked);
  const rest = filters.filter((filter) => !isPacked(filter));
  const texts = deflateRawSync(JSON.stringify([Math.max(firstId, 0), ...rest.flat()]), { level: 9 });
  const place = deflateRawSync(JSON.stringify(position === undefined ? [] : [position.side, ...position.key]), {
    level: 9,
    dictionary: dictionaryOf(rest.map(([, value]) => value)),
  });
  const head: number[] = [];
  writeNumber(ids.length, head);
  const lengths: number[] = [];
  writeNumber(texts.length, lengths);
  return Buffer.concat([Buffer.from([...head, ...writeIds(ids), ...lengths]), texts, place]);
};

export const unpack = (bytes: Buffer): CursorContent => {
  const reader = createReader(bytes);
  const options = { maxOutputLength: MAX_UNPACKED_BYTES };
  let id = 0;
  const ids = Array.from({ length: reader.number() }, () => ["id", String((id += reader.number()))] as const);
  const textLength = reader.number();
  const rest = reader.rest();
  const [firstId, ...pairs] = JSON.parse(inflateRawSync(rest.subarray(0, textLength), options).toString()) as [
    number,
    ...string[],
  ];
  const filters = pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] as string] as const] : []));
  const dictionary = dictionaryOf(filters.map(([, value]) => value));
  const [side, ...key] = JSON.parse(
    inflateRawSync(rest.subarray(textLength), { ...options, dictionary }).toString(),
  ) as [Position["side"]?, ...Position["key"]];
  filters.splice(firstId, 0, ...ids);
  return { filters, position: side === undefined ? undefined : { side, key } };
};
