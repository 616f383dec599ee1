import type { Random } from "@petstore/bench/dist/random.js";

const characters = "\r\n \t\0:/?#%&=,;\"'()<>@[]{}\\\u007f\u0080\u00ff".split("");
const words = ["HTTP/1.1", "HTTP/9.9", "GET ", "chunked", "99999999999999999999", "-1", "%00", "..", "//"];
const lines = ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "Connection: close\r\n"];
const tokens = [...characters, "\r\n", "\r\n\r\n", "\n\n", ...words, ...lines];

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
    const given = text.split("\r\n");
    const at = random.int(0, given.length - 1);
    return [...given.slice(0, at), random.pick(given), ...given.slice(at + random.int(0, 1))].join("\r\n");
  },
  (text, random) => text.slice(0, random.int(0, text.length)),
];

export const mutate: Mutation = (text, random) => {
  let mutated = text;
  for (let left = random.int(1, 6); left > 0; left -= 1) mutated = random.pick(mutations)(mutated, random);
  return mutated;
};
