import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Writes `.br` and `.gz` beside each file, because the service does not compress files. */
const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  writeBundle({ dir = "dist" }) {
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
    for (const path of entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))) {
      const bytes = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

// `npx --yes pnpm dev` sets the address of the running API.
// oxlint-disable-next-line node/no-process-env
const target = process.env["API_URL"] ?? "http://127.0.0.1:3000";
// `/auth` compares Origin with Host, so both must name this server.
const api = { target, changeOrigin: false };

/**
 * The modules that the sign-in page needs, and that the signed-in admin or its list of animals needs too. They are in
 * the first chunk, so that neither has to load the other.
 */
const common = new Set<string>();

/** The modules that the list of animals needs before anyone touches it. The other pages share more of them. */
const listed = new Set<string>();

const findCommon = (): Plugin => ({
  name: "find-common",
  apply: "build",
  buildEnd() {
    const neededBy = (id: string, found = new Set<string>()): Set<string> => {
      if (found.has(id)) return found;
      found.add(id);
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) neededBy(imported, found);
      return found;
    };
    const neededByFile = (name: string) => neededBy(join(import.meta.dirname, "src", name));
    // The parsers of addresses run before a page is loaded.
    const signedIn = new Set([...neededByFile("app/signed-in.tsx"), ...neededByFile("app/searches.ts")]);
    for (const id of [...signedIn, ...neededByFile("features/pets/pets-page.tsx")]) listed.add(id);
    // Both import the indexes of all icons and of all parts of popups, but use few of them.
    for (const id of neededByFile("app/sign-in-page.tsx"))
      if (listed.has(id) && !/[\\/](icons|floating-ui-react|toast)[\\/]/.test(id)) common.add(id);
  },
});

/** Tells `theme.js` which chunk follows the first one, so that both are fetched in parallel. */
const preloadNext = (): Plugin => ({
  name: "preload-next",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const pathOf = (name: string) => {
        const chunk = Object.values(bundle).find((one) => one.type === "chunk" && one.name === name);
        if (chunk === undefined)
          throw new Error(`There is no chunk "${name}" to preload: see groups in vite.config.ts.`);
        return `/${chunk.fileName}`;
      };
      const translations = Object.values(bundle).flatMap((one) => {
        const [, language] =
          /[\\/]texts[\\/](\w\w)[\\/]index\.ts$/.exec((one.type === "chunk" && one.facadeModuleId) || "") ?? [];
        return language === undefined ? [] : [`data-${language}="/${one.fileName}"`];
      });
      const names = [
        `data-signed-in="${pathOf("signed-in")}"`,
        `data-signed-out="${pathOf("sign-in")}"`,
        'data-en=""',
        ...translations,
      ].join(" ");
      return html.replace('src="/theme.js"', `src="/theme.js" ${names}`);
    },
  },
});

/** A combobox is left out, because it is large and few pages open one. */
const isShared = (id: string) =>
  /[\\/](lucide-react|src[\\/](components|lib))[\\/](?!(?:\w+[\\/])?(?:category-combobox|searchable-picker|picker\.|attribute-input|qr-code|hint|actor-address))/.test(
    id,
  );

/**
 * The groups prevent each set of pages that share a module from having a chunk of its own. There would be dozens of
 * small files.
 */
const groups = [
  // Without this group, a chunk with schemas would run before the entry has configured zod.
  { name: "zod", test: /node_modules[\\/]zod[\\/]|[\\/]service[\\/]zod-config/, priority: 5 },
  {
    name: "main",
    // rolldown does not ask this function about its own helpers, which have a chunk of their own.
    test: (id: string) => common.has(id) || /src[\\/]main\.tsx$/.test(id),
    priority: 4,
  },
  { name: "sign-in", test: /[\\/]app[\\/]sign-in-page\.tsx$/, priority: 3 },
  // The signed-in admin includes the page that most people see first, which saves a request.
  { name: "signed-in", test: /[\\/](app[\\/]signed-in|today[\\/]today-page)\.tsx$/, priority: 2 },
  // Each page waits for this chunk. It includes everything that it needs, which would otherwise be a dozen small files.
  { name: "searches", test: /[\\/](app[\\/]searches|pet[\\/]pet-columns)\.[jt]s$/, priority: 1 },
  // Modules that several pages share. The list of animals does not wait for those that it does not need.
  { name: "list", test: (id: string) => listed.has(id) && isShared(id), minShareCount: 2 },
  { name: "shared", test: isShared, minShareCount: 2 },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), findCommon(), preloadNext(), precompress()],
  build: {
    target: "es2023",
    // The CSP allows no data: URLs and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { "/v1": api, "/auth": api, "/media": api } },
});
