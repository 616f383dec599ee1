import { baseUrl, key } from "./environment.js";

/**
 * Replaces orval's own fetch, which knows neither the address of the service nor the key. orval's option `mutator`
 * refers to this function.
 */
export const orvalFetch = async <Answer>(path: string, options: RequestInit): Promise<Answer> => {
  const headers = new Headers(options.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
  const response = await fetch(baseUrl + path, { ...options, headers });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, data: isJson ? JSON.parse(text) : text } as Answer;
};
