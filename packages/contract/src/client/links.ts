/** @returns The target of the first link with this relation in `Link` (RFC 8288 §3). */
export const linkTo = (relation: string, headers: Headers): string | null => {
  for (const [, target = "", parameters = ""] of (headers.get("link") ?? "").matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [, relations = ""] = /;\s*rel="?([^";,]*)/i.exec(parameters) ?? [];
    if (relations.split(" ").includes(relation)) return target;
  }
  return null;
};
