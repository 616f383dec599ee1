import type { Random } from "../random.js";

const tokens = [
  ..."\r\n \t\0:/?#%&=,;\"'()<>@[]{}\\\u007f\u0080\u00ff".split(""),
  ...["\r\n", "\r\n\r\n", "\n\n", "HTTP/1.1", "HTTP/9.9", "GET ", "chunked", "Content-Length: 5\r\n", "-1", "%00", "%"],
  ...["Transfer-Encoding: chunked\r\n", "99999999999999999999", "Host: b\r\n", "Connection: close\r\n", "..", "//"],
];

type Mutation = (text: string, random: Random) => string;

const splice = (text: string, at: number, removed: number, added: string) =>
  text.slice(0, at) + added + text.slice(at + removed);

const mutations: readonly Mutation[] = [
  (text, random) => splice(text, random.int(0, text.length), 1, String.fromCharCode(random.int(0, 255))),
  (text, random) => splice(text, random.int(0, text.length), 0, random.pick(tokens)),
  (text, random) => splice(text, random.int(0, text.length), random.int(1, 30), ""),
  (text, random) => splice(text, random.int(0, text.length), random.int(0, 3), random.pick(tokens)),
  (text, random) => {
    const from = random.int(0, text.length);
    return splice(text, from, 0, text.slice(from, from + random.int(1, 60)).repeat(random.int(1, 40)));
  },
  (text, random) => {
    const lines = text.split("\r\n");
    const at = random.int(0, lines.length - 1);
    return [...lines.slice(0, at), random.pick(lines), ...lines.slice(at + random.int(0, 1))].join("\r\n");
  },
  (text, random) => text.slice(0, random.int(0, text.length)),
];

/** One to six small changes of what was valid. */
export const mutate: Mutation = (text, random) => {
  let mutated = text;
  for (let left = random.int(1, 6); left > 0; left -= 1) mutated = random.pick(mutations)(mutated, random);
  return mutated;
};
