import type { Random } from "@petstore/bench/dist/random.js";
import { keyOf } from "./packet.js";
import { write } from "./valid-requests.js";

const authorization = `Authorization: Bearer ${keyOf("admin")}`;
const parsed =
  "x-request-id if-none-match if-match accept prefer content-type authorization cookie origin x-forwarded-for idempotency-key host expect transfer-encoding content-encoding connection range".split(
    " ",
  );

/**
 * Builds a header field of thousands of equal characters followed by a wrong one, which is the worst case for a slow
 * regular expression.
 */
export const whitespace = (random: Random): string => {
  const filler = random.pick([" ", "\t", ",", " ,", '"', '""', ";", "a", "/", "W/", "*", "q=", '",', "="]);
  const count = Math.floor(random.pick([200, 2_500, 8_000, 15_000]) / filler.length);
  const field = `${random.pick(parsed)}:${random.pick(["", "a", '"'])}${filler.repeat(count)}${random.pick(["x", "", "\n", "\u0001"])}`;
  const method = random.pick(["GET", "POST", "BREW", "FOO", "PATCH"]);
  const target = random.pick(["/", "/v1/pets", "/v1/pets/1", "/auth/sign-in/email", "/v1/categories"]);
  const end = random.pick(["\r\n\r\n", "\nfoo: bar\r\n\r\n", "\n\n", "\r\r\n"]);
  const key = random.chance(0.6) ? `${authorization}\r\n` : "";
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${key}${field}${end}`;
};

export const hugeHead = (random: Random): string => {
  const size = random.pick([4_000, 15_000, 17_000, 65_000]);
  const fields = random.pick([
    () => `X-Big: ${"a".repeat(size)}`,
    () => Array.from({ length: size / 8 }, (_, n) => `a${n}: b`).join("\r\n"),
    () => `Cookie: ${"a=b; ".repeat(size / 5)}`,
    () => `${"a".repeat(size)}: b`,
  ])();
  const target = random.chance(0.3) ? `/v1/pets?q=${"a".repeat(size)}` : "/v1/pets";
  return `GET ${target} HTTP/1.1\r\nHost: a\r\n${authorization}\r\n${fields}\r\n\r\n`;
};

export const badChunks = (random: Random): string => {
  const letters = random.pick(["a", "A", "/", "a/", "\n", " ", "GET / HTTP/1.1\n"]);
  const length = random.pick([10, 1_000, 60_000]);
  const data = letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
  const size = random.pick([length.toString(16), "ffffffff", "0x5", "-1", "5;ext=a", "zz", "1".repeat(40)]);
  const end = random.pick([
    "\r\nzz\r\n",
    "\r\n0\r\n\r\n",
    "\r\n0\r\nTrailer: a\r\n\r\n",
    "\n",
    `\r\n${"0".repeat(5_000)}\r\n`,
  ]);
  const more = random.pick([[], ["Content-Length: 5"], ["Transfer-Encoding: gzip"]]);
  const target = random.pick(["/v1/pets", "/v1/pets/batch", "/", "/auth/sign-in/email"]);
  const head = [`POST ${target} HTTP/1.1`, "Host: a", authorization, "Content-Type: application/json", ...more];
  return write({ head: [...head, "Transfer-Encoding: chunked"], body: `${size}\r\n${data}${end}` });
};

export const deepBody = (random: Random): string => {
  const depth = random.pick([100, 5_000, 50_000]);
  const body = random.pick([
    () => "[".repeat(depth),
    () => "[".repeat(depth) + "]".repeat(depth),
    () => '{"a":'.repeat(depth / 5),
    () => `[${'{"name":"a","categoryId":1},'.repeat(depth / 30)}{}]`,
    () => `{"name":"${"\\u0000".repeat(depth / 6)}","categoryId":1}`,
    () => `{"name":${"1".repeat(depth)}}`,
  ])();
  const target = random.pick(["POST /v1/pets", "POST /v1/pets/batch", "PATCH /v1/pets/1", "POST /auth/sign-in/email"]);
  const head = [`${target} HTTP/1.1`, "Host: a", authorization, "Content-Type: application/json"];
  return write({ head: [...head, `Content-Length: ${body.length}`], body });
};

/** Builds a query close to the size limit of the header. The `Link` field of the response must stay short. */
export const longFilters = (random: Random): string => {
  const ids = Array.from(
    { length: random.int(1, 100) },
    (_, n) => `id=${random.chance(0.4) ? n + 1 : 9_007_199_254_740_991 - n}`,
  );
  const name = random.chance(0.3)
    ? `&q=${random.pick(["%F0%9F%90%95", "%C3%A4", "a"]).repeat(random.int(1, 200))}`
    : "";
  const target = `/v1/pets?${ids.join("&")}${name}&limit=1&sort=${random.pick(["id", "-id", "name"])}`;
  return write({ head: [`GET ${target} HTTP/1.1`, "Host: a", authorization], body: "" });
};

export const authRequest = (random: Random): string => {
  const path = random.pick([
    "get-session",
    "list-sessions",
    "key",
    "sign-in/email",
    "sign-out",
    "admin/list-users",
    "x",
  ]);
  const method = random.pick(["GET", "POST", "OPTIONS"]);
  const body = method === "POST" ? random.pick(["{}", '{"email":"a@b.c","password":"wrong password"}', "[]", "{"]) : "";
  const value = random.pick(["a.b", "%", "a".repeat(3_000), `${"A".repeat(32)}.${"b".repeat(44)}`, "\u00ff", "a=b=c"]);
  const name = random.pick(["petstore.session_token", "__Host-petstore.session_token", "a", "__proto__"]);
  const fields = ["Origin: http://127.0.0.1", `Cookie: ${name}=${value}; ${name}=${value}`];
  const content = body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`];
  return write({ head: [`${method} /auth/${path} HTTP/1.1`, "Host: 127.0.0.1", ...fields, ...content], body });
};
