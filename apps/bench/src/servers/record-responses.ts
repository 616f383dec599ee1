import { writeFile } from "node:fs/promises";

const ownFields = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

const fetchWithKey = (port: number, path: string, key: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });

type Target = { readonly port: number; readonly key: string };

export const recordResponses = async ({ port, key }: Target, paths: readonly string[], file: string): Promise<void> => {
  const responses: unknown[] = [];
  for (const path of paths) {
    const response = await fetchWithKey(port, path, key);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !ownFields.has(name)));
    responses.push([path, [response.status, headers, await response.text()]]);
  }
  await writeFile(file, JSON.stringify(responses));
};

export const readResponses = async ({ port, key }: Target, paths: readonly string[]): Promise<string[]> => {
  const responses: string[] = [];
  for (const path of paths) {
    const response = await fetchWithKey(port, path, key);
    responses.push(`${response.status} ${JSON.stringify(await response.json())}`);
  }
  return responses;
};
