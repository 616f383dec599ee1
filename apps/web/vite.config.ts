import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Writes `.br` and `.gz` beside each asset: the server compresses nothing. */
const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  writeBundle({ dir = "dist" }) {
    const assets = join(dir, "assets");
    for (const name of readdirSync(assets)) {
      const bytes = readFileSync(join(assets, name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }));
      writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

// `npx pnpm dev` sets the address of the running API.
// oxlint-disable-next-line node/no-process-env
const target = process.env["API_URL"] ?? "http://127.0.0.1:3000";
// `/auth` compares Origin with Host: both must be this server's.
const api = { target, changeOrigin: false };

/** Keeps each set of pages that share a module from having a file of its own: dozens of small ones. */
const groups = [
  // A chunk with schemas would otherwise run before the entry has configured zod.
  { name: "zod", test: /node_modules[\\/]zod[\\/]|[\\/]lib[\\/]zod-config/, priority: 3 },
  { name: "main", tags: ["$initial" as const], priority: 2 },
  { name: "signed-in", test: /[\\/]app[\\/]signed-in\.tsx$/, priority: 1 },
  // What several pages share; a combobox is large, and few of them open one.
  {
    name: "shared",
    test: /[\\/](lucide-react|src[\\/](components|lib))[\\/](?!category-combobox|searchable-picker|picker\.|attribute-input|radio-row|usual-undo|qr-code)/,
    minShareCount: 2,
  },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    target: "es2023",
    // The CSP allows no data: URLs and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { "/v1": api, "/auth": api, "/media": api } },
});
