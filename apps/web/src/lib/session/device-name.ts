type Name = readonly [name: string, pattern: RegExp];

// The order matters, because Edge and Opera also name Chrome, and Chrome also names Safari.
const browsers: readonly Name[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];

const systems: readonly Name[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

const find = (names: readonly Name[], text: string) => names.find(([, pattern]) => pattern.test(text))?.[0];

/** Returns the browser and the system that a `User-Agent` names, as far as it names them. */
export const readUserAgent = (userAgent: string | null): { readonly browser?: string; readonly system?: string } => {
  const text = userAgent ?? "";
  const browser = find(browsers, text);
  const system = find(systems, text);
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
};
