import { describe, expect, it } from "vitest";
import { createTextDecoding, decodeText, type Encoding } from "./decode-text.js";

const decode = async (
  bytes: Uint8Array,
  { chosen, size = bytes.length || 1 }: { chosen?: Encoding; size?: number } = {},
) => {
  const decoding = createTextDecoding(chosen);
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  let text = "";
  for await (const piece of decodeText(chunks, decoding)) text += piece;
  return [decoding.encoding(), text];
};
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16(text).swap16();
const windows = (...bytes: number[]) => Buffer.from([0x6e, 0x0a, ...bytes, 0x0a]);

describe("a text", () => {
  it.each([1, 2, 3, 5, 1_000])("is decoded in pieces of %i bytes in the same way as in one piece", async (size) => {
    const text = "name;kind\r\nZoë 🐕;Dög\r\nlast";
    expect(await decode(Buffer.from(text), { size })).toEqual(["utf-8", text]);
    expect(await decode(Buffer.from(`\uFEFF${text}`), { size })).toEqual(["utf-8", text]);
    expect(await decode(utf16(`\uFEFF${text}`), { size })).toEqual(["utf-16le", text]);
    expect(await decode(utf16be(`\uFEFF${text}`), { size })).toEqual(["utf-16be", text]);
    expect(await decode(utf16(text), { size })).toEqual(["utf-16le", text]);
    expect(await decode(utf16be(text), { size })).toEqual(["utf-16be", text]);
    expect(await decode(Buffer.from("name\nDög\nZoë\n", "latin1"), { size })).toEqual([
      "windows-1252",
      "name\nDög\nZoë\n",
    ]);
  });

  it("keeps the dashes, quotes and the euro sign of Windows-1252, which Node.js 20 decodes as control characters", async () => {
    const bytes = windows(0x80, 0x84, 0x93, 0x94, 0x91, 0x92, 0x96, 0x97, 0x85, 0x8a, 0x9f, 0xe4);
    expect(await decode(bytes)).toEqual(["windows-1252", "n\n€„“”‘’–—…ŠŸä\n"]);
    expect(await decode(Buffer.from("Zoë\n"), { chosen: "windows-1252" })).toEqual(["windows-1252", "ZoÃ«\n"]);
  });

  it("is read as ASCII until a byte shows another encoding, however late that byte comes", async () => {
    const long = Buffer.concat([Buffer.from("name,kind\n".repeat(50_000)), Buffer.from("Zoë\n", "latin1")]);
    expect(await decode(long, { size: 65_536 })).toEqual(["windows-1252", `${"name,kind\n".repeat(50_000)}Zoë\n`]);
  });

  it.each([
    [
      "a damaged character among others",
      Buffer.concat([Buffer.from("Zoë Dög\n"), Buffer.from([0xc3, 0x0a])]),
      undefined,
    ],
    [
      "a damaged character in a later line",
      Buffer.concat([Buffer.from("Zoë\n\nx\n"), Buffer.from([0xe4, 0x0a])]),
      undefined,
    ],
    ["Windows-1252, if UTF-8 was chosen", windows(0xe4), "utf-8"],
  ] as const)("is refused with %s", async (_, bytes, chosen) => {
    const options = chosen === undefined ? {} : { chosen };
    await expect(decode(bytes, options)).rejects.toMatchObject({ problem: "encoding" });
    await expect(decode(bytes, { ...options, size: 2 })).rejects.toMatchObject({ problem: "encoding" });
  });

  it("is refused with the number of the line that is not text", async () => {
    await expect(decode(Buffer.from("aaaa\nbbbb\nc\0\n"), { size: 5 })).rejects.toMatchObject({
      problem: "binary",
      line: 3,
    });
  });

  it("is refused if one of its lines has more than 1 MiB and no end", async () => {
    await expect(decode(Buffer.alloc(1_048_577, "x"), { size: 65_536 })).rejects.toMatchObject({
      problem: "line-too-long",
    });
  });
});
