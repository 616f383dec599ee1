// Defines the parts of a browser that the admin reads. Node 20 has no `navigator`, and the one of later versions has
// the language of the machine.
Object.defineProperty(globalThis, "navigator", {
  configurable: true,
  writable: true,
  value: { language: "en-GB", userAgent: "", platform: "" },
});

const withResolvers = <Value>(): PromiseWithResolvers<Value> => {
  const parts = {} as PromiseWithResolvers<Value>;
  const promise = new Promise<Value>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { ...parts, promise };
};

if (!("withResolvers" in Promise)) Object.assign(Promise, { withResolvers });
