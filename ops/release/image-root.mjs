// Builds the root of the image without a daemon: Debian's essential packages by mmdebstrap, node from its npm package, and
// the assembled service.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { arch, env } from "node:process";

const inherit = { stdio: ["ignore", "ignore", "inherit"] };

/** Fetches Node.js, and returns the path of the program. */
const fetchNode = (version, folder) => {
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--prefix", folder];
  execFileSync("npm", ["install", ...options, `node-linux-${arch}@${version}`], inherit);
  return join(folder, "node_modules", `node-linux-${arch}`, "bin", "node");
};

/**
 * Returns the options of mmdebstrap.
 * @param paths - The program node, the assembled service, and the tar file to write.
 */
export const rootOptions = ({ suite, user, group }, { node, app, tar }) => {
  const hooks = [
    // The package that has groupadd is not essential. initdb looks the user up, so it needs a name.
    `echo petstore:x:${group}: >> "$1/etc/group"`,
    `echo petstore:x:${user}:${group}::/nonexistent:/usr/sbin/nologin >> "$1/etc/passwd"`,
    `install --directory --owner ${user} --group ${group} --mode 0700 "$1/data"`,
    `upload ${node} /usr/local/bin/node`,
    `chmod 0755 "$1/usr/local/bin/node"`,
    `mkdir "$1/app"`,
    ...readdirSync(app).map((name) => `copy-in ${join(app, name)} /app`),
    `chroot "$1" ln -s /app/apps/api/dist/cli.js /usr/local/bin/petstore`,
    // Nobody installs packages in an image, and their files would differ from build to build.
    `rm -rf "$1/var/log/apt" "$1/var/log/dpkg.log" "$1/var/lib/apt/lists"`,
  ];
  const excluded = ["man", "doc", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  return [
    "--quiet",
    "--variant=essential",
    "--include=libstdc++6",
    ...excluded,
    ...hooks.map((hook) => `--customize-hook=${hook}`),
    suite,
    tar,
  ];
};

/**
 * @param image - What the Dockerfile says.
 * @param app - The assembled service.
 * @param tar - The tar file to write.
 * @param work - A folder for temporary files.
 * @param time - The time, in seconds, that files written now get.
 */
export const buildImageRoot = (image, { app, tar, work, time }) => {
  const node = fetchNode(image.node, join(work, "node"));
  const options = rootOptions(image, { node, app, tar });
  execFileSync("mmdebstrap", options, { ...inherit, env: { ...env, SOURCE_DATE_EPOCH: time } });
};

/** Returns the command with which Docker makes an image of the root. */
export const importCommand = ({ settings }, file, tag) =>
  ["docker import", ...settings.map((line) => `--change '${line}'`), file, tag].join(" ");
