/** A tag: its name without a prefix, its source, and the text between it and the tag before. */
export type Tag = {
  readonly name: string;
  readonly kind: "open" | "close" | "empty";
  readonly source: string;
  readonly text: string;
};

const kindOf = (source: string): Tag["kind"] => {
  if (source.startsWith("/")) return "close";
  return source.endsWith("/") ? "empty" : "open";
};

/**
 * Reads the tags of a text in linear time. It supports neither CDATA nor custom entities, because spreadsheets do not
 * use them.
 * @returns what is left after the last complete tag, which belongs before the next piece of the text
 */
export const scanTags = (xml: string, onTag: (tag: Tag) => void): string => {
  for (let at = 0; ; ) {
    const open = xml.indexOf("<", at);
    const close = open === -1 ? -1 : xml.indexOf(">", open);
    if (close === -1) return xml.slice(at);
    const source = xml.slice(open + 1, close);
    const name = /^\/?(?:[^\s:/]+:)?([^\s/]+)/.exec(source)?.[1] ?? "";
    onTag({ name, kind: kindOf(source), source, text: xml.slice(at, open) });
    at = close + 1;
  }
};

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const characterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD");

export const unescapeXml = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name: string) => {
        if (name !== undefined) return named[name] ?? all;
        return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
      })
    : text;

/** @returns a function that reads this attribute of a tag, with any prefix */
export const attribute = (name: string) => {
  const pattern = new RegExp(`\\s(?:\\w+:)?${name}=(?:"([^"]*)"|'([^']*)')`);
  return ({ source }: Tag): string | undefined => {
    const found = pattern.exec(source);
    return found === null ? undefined : unescapeXml(found[1] ?? found[2] ?? "");
  };
};
