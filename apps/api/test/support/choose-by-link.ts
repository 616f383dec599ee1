/** Accepts the invitation of the link in a text. @param origin - The origin of the running service. */
export const chooseByLink = (origin: string, text: string, password: string): Promise<Response> => {
  const [, code = ""] = /\/invitation#(\S+)/.exec(text) ?? [];
  return fetch(`${origin}/auth/invitation/accept`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ code, password }),
  });
};
