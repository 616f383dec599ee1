type Request = { readonly method: string; readonly path: string };

const valueOf = (args: readonly string[], option: string) =>
  args.includes(option) ? args[args.indexOf(option) + 1] : undefined;

/**
 * @param variables - The variables that the script assigns.
 * @returns The request that a `curl` command sends to the service; undefined for any other command.
 */
export const requestedByCurl = (
  args: readonly string[],
  variables: ReadonlyMap<string, string>,
): Request | undefined => {
  const known = new Map([["API", "http://localhost:3000/v1"], ...variables]);
  const expand = (_: string, name: string, suffix = "") => {
    const value = known.get(name) ?? "1";
    return value.endsWith(suffix) ? value.slice(0, value.length - suffix.length) : value;
  };
  const paths = args.flatMap((arg) => {
    const url = arg.replace(/\$\{?(\w+)(?:%([^}]*)\})?\}?/g, expand);
    return /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost):3000(\/.*)/.exec(url)?.[1] ?? [];
  });
  const usual = args.includes("-d") ? "POST" : "GET";
  return paths[0] === undefined ? undefined : { method: valueOf(args, "-X") ?? usual, path: paths[0] };
};
