import type { Command } from "commander";
import { OperatorError } from "../config/operator-error.js";
import { moveMedia } from "./move-media.js";
import { photoBucketOf, probe } from "../pets/photos/object-store.js";
import { jsonOption } from "./json-option.js";
import { createProgress } from "./progress.js";
import { print, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural, secondsSince } from "./words.js";

const move = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ pool }, config) => {
    const objects = photoBucketOf(config);
    if (objects === undefined) {
      const remedy = "set PHOTO_STORE to its address, with readOnly=true to move files out of it (.env.example).";
      throw new OperatorError("invalid_environment", "PHOTO_STORE does not name a bucket:", remedy);
    }
    await probe(objects);
    const startedAt = performance.now();
    const progress = createProgress(shell, "files");
    const settings = { signal: shell.signal, onMoved: progress.update };
    const { moved, damaged } = await moveMedia(pool, objects, settings).finally(progress.stop);
    if (damaged.length > 0) {
      throw new OperatorError(
        "problems_found",
        `${plural(damaged.length, "file")} could not be read back after the copy and so did not move (${damaged.slice(0, 20).join("; ")}); ${plural(moved, "file")} moved:`,
        "`petstore check` says what to do.",
        { details: { moved, damaged } },
      );
    }
    const where = objects.isReadOnly ? "PostgreSQL" : "the bucket";
    const text = `Moved ${plural(moved, "file")} to ${where} in ${secondsSince(startedAt)}.`;
    await print(shell, { text, json: { moved, damaged } });
  });

const help = `
The command may run while the service does, and can be stopped and run again. It moves the
files one by one: it copies a file, reads the copy back, and only then removes the original.
Objects that were moved out of a bucket stay in it for 30 more days.

Into a bucket: set PHOTO_STORE=s3://…, restart every replica, then move. Out of it: add
readOnly=true to the address, restart, move, then unset PHOTO_STORE and restart.`;

export const addPhotos = (program: Command, shell: Shell): void => {
  const photos = program
    .command("photos")
    .summary("move photo files")
    .description("Moves photo files between PostgreSQL and the bucket of PHOTO_STORE.");
  photos
    .command("move")
    .summary("move photo files to where new ones are stored")
    .description("Moves photo files to the place where PHOTO_STORE puts new ones.")
    .addOption(
      jsonOption(
        "a JSON object: moved (the number of moved files) and damaged; the error about damaged files contains both as well",
      ),
    )
    .addHelpText("after", help)
    .action(() => move(shell));
};
