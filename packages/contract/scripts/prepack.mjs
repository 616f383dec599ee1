// Makes `pnpm pack` pack what is published: pnpm runs this first, then packs the folder that `publishConfig` names.
import { fileURLToPath } from "node:url";
import { stagePackage } from "./stage-package.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

stagePackage({ folder: at("."), staged: at(".package") });
