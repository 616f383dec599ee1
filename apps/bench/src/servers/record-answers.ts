import { writeFile } from "node:fs/promises";

/** What Node's server writes by itself. */
const ownFields = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

const fetchWithKey = (port: number, path: string, key: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });

type Asking = { readonly port: number; readonly key: string };

/** Writes down what the service answers to these paths, for the bare server. */
export const recordAnswers = async ({ port, key }: Asking, paths: readonly string[], file: string): Promise<void> => {
  const answers: unknown[] = [];
  for (const path of paths) {
    const answer = await fetchWithKey(port, path, key);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ownFields.has(name)));
    answers.push([path, [answer.status, headers, await answer.text()]]);
  }
  await writeFile(file, JSON.stringify(answers));
};

/** What a server answers to these paths, however its JSON is spaced: what two servers must have in common. */
export const readAnswers = async ({ port, key }: Asking, paths: readonly string[]): Promise<string[]> => {
  const answers: string[] = [];
  for (const path of paths) {
    const answer = await fetchWithKey(port, path, key);
    answers.push(`${answer.status} ${JSON.stringify(await answer.json())}`);
  }
  return answers;
};
