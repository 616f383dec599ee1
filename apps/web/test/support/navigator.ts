// The catalogue of texts asks for the language, and Node 20 has no navigator.
Reflect.set(globalThis, "navigator", globalThis.navigator ?? { language: "en-GB" });
