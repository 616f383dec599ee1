/** Returns the targets of a listing's `Link` header by `rel`, or nothing without the header. */
export const linksOf = (link: string | null): Record<string, string> =>
  Object.fromEntries(
    (link?.split(", ") ?? []).map((one) => {
      const [, target = "", rel = ""] = /^<(\/v1\/[^<>]+)>; rel="(next|prev|first)"$/.exec(one) ?? [];
      return [rel, target];
    }),
  );

export const cursorOf = (target = ""): string => new URL(target, "http://localhost").searchParams.get("cursor") ?? "";
