import type { Attack } from "./attack.js";
import { fieldsBeforeBodies } from "./cases/fields-before-bodies.js";
import { largeBodyPlace } from "./cases/large-body-place.js";
import { passwordChecks } from "./cases/password-checks.js";
import { pipelines } from "./cases/pipelines.js";
import { rareEvents } from "./cases/rare-events.js";
import { refusedBodies } from "./cases/refused-bodies.js";
import { silentSockets } from "./cases/silent-sockets.js";
import { slowBodies } from "./cases/slow-bodies.js";
import { unfinishedHeads } from "./cases/unfinished-heads.js";

export const attacks: readonly Attack[] = [
  ...unfinishedHeads,
  fieldsBeforeBodies,
  refusedBodies,
  silentSockets,
  ...pipelines,
  slowBodies,
  largeBodyPlace,
  passwordChecks,
  ...rareEvents,
];

export const findAttack = (name: string): Attack => {
  const found = attacks.find((attack) => attack.name === name);
  if (found === undefined) throw new RangeError(`There is no attack "${name}".`);
  return found;
};
