import { BASE_PATH, type contract, listRoutes } from "@petstore/contract";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** The page that `Link: rel="deprecation"` names (RFC 9745 §3). */
export const deprecationsPage = (routes: typeof contract): string => {
  const items = listRoutes(routes).flatMap(({ operationId, route, metadata: { deprecation } }) => {
    if (deprecation === undefined) return [];
    const path = BASE_PATH + route.path.replace(/:(\w+)/g, "{$1}");
    return [
      `<h2 id="${operationId}"><code>${route.method} ${path}</code></h2>
<p>Deprecated since ${day.format(deprecation.since)}, removed on <strong>${day.format(deprecation.sunset)}</strong>.
Use <code>GET ${deprecation.successor}</code> with its <code>status</code> filter instead.</p>`,
    ];
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pet Store: deprecated operations</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Deprecated operations</h1>
<p>These still answer as published, with <code>Deprecation</code> and <code>Sunset</code> header fields.</p>
${items.join("\n")}
</html>
`;
};
