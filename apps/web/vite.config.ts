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

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    target: "es2023",
    // The CSP allows no data: URLs and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A chunk with schemas would otherwise run before the entry has configured zod.
          groups: [{ name: "zod", test: /node_modules[\\/]zod[\\/]|[\\/]lib[\\/]zod-config/ }],
        },
      },
    },
  },
  server: { proxy: { "/v1": api, "/auth": api } },
});
