import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { OperatorError } from "../config/operator-error.js";
import { loadEnvFile } from "./env-file.js";

const folder = mkdtempSync(join(tmpdir(), "petstore-env-"));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const fileOf = (content: string | Buffer) => {
  const path = join(folder, `${(count += 1)}.env`);
  writeFileSync(path, content);
  return path;
};
const load = (path: string, env: NodeJS.ProcessEnv = {}) => {
  loadEnvFile(env, path);
  return env;
};
const refusalOf = (path: string): string => {
  const env = {};
  try {
    loadEnvFile(env, path);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    expect(env).toEqual({});
    return (error as OperatorError).message;
  }
  return expect.fail("The file was accepted.");
};

describe("a file of settings", () => {
  it("sets the variables that the environment does not set, an empty one included", () => {
    const path = fileOf('# ours\nPORT=3001\nexport HOST = "::1" # all\n\n WORKERS=2\nLOG_LEVEL=info\n');
    expect(load(path, { PORT: "4000", LOG_LEVEL: "" })).toEqual({
      ...{ PORT: "4000", HOST: "::1", WORKERS: "2", LOG_LEVEL: "" },
    });
  });

  it("may have values of several lines, CRLF, no line break at its end, and a byte order mark", () => {
    expect(load(fileOf("\uFEFFDATABASE_URL=private\r\nA=\"one\r\ntwo\"\r\nB='x=y'"))).toEqual({
      ...{ DATABASE_URL: "private", A: "one\ntwo", B: "x=y" },
    });
  });

  it("may be missing or empty", () => {
    expect([load(join(folder, "none")), load(fileOf(""))]).toEqual([{}, {}]);
  });

  it.each([
    ["another sign than =", "HOST=::1\nPORT: 1\n", 2],
    ["no sign", "HOST=::1\n\nPORT\n", 3],
    ["a name that begins with a digit", "1PORT=1", 1],
    ["a line after a value of several lines", 'A="x\ny"\n\nB\n', 4],
  ])("is refused because of %s, with the number of the line and without its text", (_what, text, line) => {
    const path = fileOf(text);
    expect(refusalOf(path)).toBe(
      `${path} has a line that does not set a variable (line ${line}): write it as NAME=value, or begin it with # if it is a comment.`,
    );
  });

  it("is refused in UTF-16 and in Windows-1252", () => {
    const [wide, old] = [fileOf(Buffer.from("\uFEFFPORT=1", "utf16le")), fileOf(Buffer.from("A=\xfc", "latin1"))];
    expect(refusalOf(wide)).toBe(`${wide} is encoded in UTF-16, or is not a text file: save it as UTF-8.`);
    expect(refusalOf(old)).toBe(`${old} is not encoded in UTF-8: save it as UTF-8.`);
  });

  it("is refused if it is a folder", () => {
    expect(refusalOf(folder)).toBe(
      `${folder} cannot be read (EISDIR): make it a file that the user of the service may read, or remove it.`,
    );
  });
});
