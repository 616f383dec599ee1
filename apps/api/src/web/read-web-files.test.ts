import { rm, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { builtFiles, indexPage, makeWebFolder } from "../../test/support/web-folder.js";
import { OperatorError } from "../config/operator-error.js";
import { readWebFiles } from "./read-web-files.js";

describe("readWebFiles", () => {
  let folder = "";
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const read = async (files: Record<string, string | Buffer>) => {
    folder = await makeWebFolder(files);
    return readWebFiles({ webDir: folder });
  };

  it("reads the files below the folder and their compressed forms", async () => {
    const { files, indexPage: page } = (await read(builtFiles()))!;
    expect([...files.keys()].toSorted()).toEqual([
      "/assets/index-BdX3k9.js",
      "/assets/inter-Cq2w.woff2",
      "/favicon.svg",
      "/manifest.webmanifest",
    ]);
    expect([...files.get("/favicon.svg")!.compressed.keys()]).toEqual(["br", "gzip"]);
    expect(page!.identity.bytes.toString()).toBe(indexPage);
  });

  it("leaves out hidden files and symbolic links", async () => {
    folder = await makeWebFolder({ "index.html": indexPage, ".env": "SECRET=1", ".vite/manifest.json": "{}" });
    await symlink("/etc/passwd", join(folder, "passwd"));
    await symlink("/etc", join(folder, "etc"));
    expect([...(await readWebFiles({ webDir: folder }))!.files.keys()]).toEqual([]);
  });

  it("leaves out a compressed form that is damaged or has other content than its file", async () => {
    const { indexPage: page } = (await read({
      "index.html": indexPage,
      "index.html.br": brotliCompressSync("an older page"),
      "index.html.gz": Buffer.from("no gzip"),
    }))!;
    expect([...page!.compressed.keys()]).toEqual([]);
  });

  it("leaves out a compressed form that decompresses to more than its file", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const { indexPage: page } = (await read({ "index.html": indexPage, "index.html.gz": bomb }))!;
    expect(page!.compressed.size).toBe(0);
  });

  it("reads an empty file with its compressed form", async () => {
    const files = { "index.html": indexPage, "robots.txt": "", "robots.txt.gz": gzipSync("") };
    expect((await read(files))!.files.get("/robots.txt")!.compressed.size).toBe(1);
  });

  it("reads an archive without an uncompressed form as an ordinary file", async () => {
    expect([...(await read({ "index.html": indexPage, "data.gz": "x" }))!.files.keys()]).toEqual(["/data.gz"]);
  });

  it("percent-encodes a path as browsers do", async () => {
    expect([...(await read({ "index.html": indexPage, "a b.svg": "" }))!.files.keys()]).toEqual(["/a%20b.svg"]);
  });

  it("gives each content coding its own entity tag", async () => {
    const { identity, compressed } = (await read(builtFiles()))!.indexPage!;
    const tags = [identity, ...compressed.values()].map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(3);
  });

  it("refuses a folder of more than 32 MiB", async () => {
    folder = await makeWebFolder({ "index.html": indexPage, "video.mp4": "" });
    await truncate(join(folder, "video.mp4"), 33 * 1_048_576);
    await expect(readWebFiles({ webDir: folder })).rejects.toThrow(
      /^WEB_DIR ".*" contains more than 32 MiB: set it to /,
    );
  });

  it("refuses a folder without index.html, and one that does not exist", async () => {
    await expect(read({ "main.js": "" })).rejects.toThrow(/^WEB_DIR ".*" does not contain index\.html: set it to /);
    const missing = readWebFiles({ webDir: join(folder, "missing") });
    await expect(missing).rejects.toThrow(/^WEB_DIR ".*missing" cannot be read \(ENOENT/);
    await expect(missing).rejects.toBeInstanceOf(OperatorError);
  });

  it("reads the pages for developers below /docs, without .html", async () => {
    const page = "<!doctype html>";
    folder = await makeWebFolder({
      "index.html": page,
      "errors.html": page,
      "errors.html.br": brotliCompressSync(page),
      "reference.html": page,
      "reference/pets.html": page,
      "assets/docs-q1w2.css": "a {}",
    });
    const { files, indexPage: none } = (await readWebFiles({ docsDir: folder }))!;
    expect([...files.keys()].toSorted()).toEqual([
      "/docs",
      "/docs/",
      "/docs/assets/docs-q1w2.css",
      "/docs/errors",
      "/docs/reference",
      "/docs/reference/pets",
    ]);
    expect(none).toBeUndefined();
    expect(files.get("/docs/errors")!.mediaType).toBe("text/html; charset=utf-8");
    expect(files.get("/docs/errors")!.compressed.size).toBe(1);
    expect(files.get("/docs/assets/docs-q1w2.css")!.fields).toContain("public, max-age=31536000, immutable");
  });

  it("names the variable of a folder that it refuses", async () => {
    folder = await makeWebFolder({ "main.js": "" });
    await expect(readWebFiles({ docsDir: folder })).rejects.toThrow(
      /^DOCS_DIR ".*" does not contain index\.html: set it to the build of the pages/,
    );
  });

  it("reads nothing if no site is served", async () => {
    expect(await readWebFiles({})).toBeUndefined();
  });
});
