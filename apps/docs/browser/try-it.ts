// Implements "Try it out": sends an operation to the service that serves this page, and shows the response. The key
// exists only in the fields of the page; nothing is stored.
type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | File | undefined;
};

const MAX_SHOWN = 100_000;

const keyFields = [...document.querySelectorAll<HTMLInputElement>("input[data-key]")];
for (const field of keyFields) {
  field.addEventListener("input", () => {
    for (const other of keyFields) other.value = field.value;
  });
}

type Field = HTMLInputElement | HTMLSelectElement;

const filledFields = (form: HTMLFormElement, place: string): Field[] =>
  [...form.querySelectorAll<Field>(`[data-in="${place}"]`)].filter(({ value }) => value !== "");

const valuesOf = ({ value, dataset }: Field): string[] =>
  dataset["list"] === undefined ? [value] : value.split(",").map((one) => one.trim());

const missingField = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.querySelectorAll<Field>("[required]")].find(({ value }) => value === "");

const readForm = (form: HTMLFormElement): Sent => {
  const { method = "GET", path = "", mediaType } = form.dataset;
  const values = new Map(filledFields(form, "path").map(({ dataset, value }) => [dataset["name"], value]));
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
  const query = new URLSearchParams(
    filledFields(form, "query").flatMap((field) =>
      valuesOf(field).map((value) => [field.dataset["name"] ?? "", value]),
    ),
  );
  const headers = new Headers();
  const key = form.querySelector<HTMLInputElement>("input[data-key]")?.value.trim() ?? "";
  if (key !== "") headers.set("Authorization", `Bearer ${key}`);
  for (const { dataset, value } of filledFields(form, "header")) headers.set(dataset["name"] ?? "", value);
  const file = form.querySelector<HTMLInputElement>("input[data-file]")?.files?.[0];
  const body = file ?? form.querySelector<HTMLTextAreaElement>("textarea[data-body]")?.value;
  // The browser knows the type of a file by its name, and the service refuses a type that it does not read.
  if (mediaType !== undefined) headers.set("Content-Type", file?.type || mediaType);
  return { method, url: target + (query.size > 0 ? `?${query}` : ""), headers, body };
};

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const dataOf = (body: Sent["body"]): string[] => {
  if (body === undefined) return [];
  return [body instanceof File ? `--data-binary ${quote(`@${body.name}`)}` : `-d ${quote(body)}`];
};

/** Returns a curl command for the same request, without the key. */
const toCurl = ({ method, url, headers, body }: Sent): string => {
  const parts = [
    method === "GET" ? "curl -i" : `curl -i -X ${method}`,
    ...[...headers].map(([name, value]) =>
      name === "authorization" ? '-H "Authorization: Bearer $KEY"' : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...dataOf(body),
    quote(location.origin + url),
  ];
  return parts.join(" \\\n  ");
};

const pretty = (text: string, mediaType: string): string => {
  if (!mediaType.includes("json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const shorten = (text: string): string =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}\n… and ${text.length - MAX_SHOWN} more characters`;

const figure = (label: string, text: string): HTMLElement => {
  const code = document.createElement("code");
  code.textContent = text;
  const pre = document.createElement("pre");
  pre.append(code);
  const caption = document.createElement("figcaption");
  caption.textContent = label;
  const element = document.createElement("figure");
  element.className = "code";
  element.append(caption, pre);
  return element;
};

const send = async (form: HTMLFormElement): Promise<void> => {
  const outcome = form.querySelector("[data-outcome]");
  const shown = form.querySelector("[data-response]");
  if (outcome === null || shown === null) return;
  const missing = missingField(form);
  if (missing !== undefined) {
    outcome.textContent = `${missing.dataset["name"]} is required.`;
    missing.focus();
    return;
  }
  outcome.textContent = "Sending…";
  const start = performance.now();
  try {
    const sent = readForm(form);
    const { method, url, headers, body = null } = sent;
    // The browser's own cache would turn a 304 into a 200. Cookies are left out below /v1, because they have no effect
    // there.
    const credentials = form.querySelector("input[data-key]") === null ? "same-origin" : "omit";
    const response = await fetch(url, { method, headers, body, cache: "no-store", credentials });
    const text = await response.text();
    const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    const content = pretty(text, response.headers.get("content-type") ?? "");
    shown.replaceChildren(
      ...(content === "" ? [] : [figure("Body", shorten(content))]),
      figure("Header fields", fields),
      figure("The same with curl", toCurl(sent)),
    );
    outcome.textContent = `${response.status} ${response.statusText} in ${Math.round(performance.now() - start)} ms`;
  } catch (error) {
    shown.replaceChildren();
    outcome.textContent = `No response: ${error instanceof Error ? error.message : String(error)}`;
  }
};

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-method]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}
