let pending;

/** The key of the browser's session, as the admin gets it; all requests share one exchange. */
export const sessionKey = () =>
  (pending ??= fetch("/auth/key", { method: "POST" }).then(async (response) => {
    if (response.status === 401) throw Object.assign(new Error("Not signed in"), { status: 401 });
    const { key } = await response.json();
    return key;
  }));
