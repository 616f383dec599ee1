// What the admin asks of every browser, and Node 20 has not.
Reflect.set(globalThis, "navigator", globalThis.navigator ?? { language: "en-GB", userAgent: "", platform: "" });

Promise.withResolvers ??= <Value>() => {
  const parts = {} as PromiseWithResolvers<Value>;
  const promise = new Promise<Value>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { ...parts, promise };
};
