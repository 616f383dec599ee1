import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // As the admin is built.
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
