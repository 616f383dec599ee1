import { readFileSync } from "node:fs";

type Env = Readonly<Record<string, string | undefined>>;

const read = (name: string, path: string): { readonly text: string } | { readonly problem: string } => {
  try {
    const text = readFileSync(path, "utf8").trim();
    return text === "" ? { problem: `${name}_FILE names an empty file` } : { text };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { problem: `${name}_FILE names a file that cannot be read (${code ?? message})` };
  }
};

/**
 * Replaces `NAME_FILE`, which platforms set for secrets that they mount as files, by `NAME` with the text of the file.
 * Spaces and line breaks around the text are dropped. The values are only in the result, so programs that the service
 * starts do not inherit them.
 */
export const readSecretFiles = (
  env: Env,
  names: readonly string[],
): { readonly env: Env; readonly problems: readonly string[] } => {
  const values: Record<string, string | undefined> = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`] ?? "";
    if (path === "") continue;
    const isSetTwice = (env[name] ?? "") !== "";
    const found = isSetTwice ? { problem: `${name} and ${name}_FILE must not both be set` } : read(name, path);
    if ("problem" in found) problems.push(`  ${found.problem}`);
    else values[name] = found.text;
  }
  return { env: values, problems };
};
