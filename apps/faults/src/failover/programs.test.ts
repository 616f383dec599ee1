import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findPrograms } from "./programs.js";

it("names a missing program together with its Debian package", async () => {
  const folder = await mkdtemp(join(tmpdir(), "faults-"));
  const program = async (name: string) => {
    await writeFile(join(folder, name), "");
    await chmod(join(folder, name), 0o755);
  };
  for (const name of ["etcd", "haproxy", "redis-server", "postgres"]) await program(name);
  // The machine may have the other programs in folders that are not searched here.
  expect(() => findPrograms(folder, [])).toThrow(
    "patroni, patronictl: not found in PATH; on Debian 12: apt-get install --no-install-recommends patroni",
  );
  for (const name of ["patroni", "patronictl"]) await program(name);
  expect(findPrograms(folder, [])).toMatchObject({ patroni: join(folder, "patroni") });
  await rm(folder, { recursive: true });
});
