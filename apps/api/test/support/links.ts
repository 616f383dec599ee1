/** The targets of a `Link` header of a listing, by `rel`; none where there is no header. */
export const linksOf = (link: string | null): Record<string, string> =>
  Object.fromEntries(
    (link?.split(", ") ?? []).map((one) => {
      const [, target = "", rel = ""] = /^<(\/v1\/[^<>]+)>; rel="(next|prev|first)"$/.exec(one) ?? [];
      return [rel, target];
    }),
  );

/** The cursor in a link. */
export const cursorOf = (target = ""): string => new URL(target, "http://localhost").searchParams.get("cursor") ?? "";
