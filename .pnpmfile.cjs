// These generators write through TypeScript's own API, which TypeScript 7 no longer has. As a peer they would get the
// workspace's TypeScript 7; overrides and packageExtensions do not outdo a peer, so it becomes a dependency of their own.
const generators = new Set(["openapi-typescript", "@hey-api/openapi-ts", "@hey-api/codegen-core", "@hey-api/shared"]);

const readPackage = (manifest) => {
  if (generators.has(manifest.name)) {
    delete manifest.peerDependencies?.typescript;
    manifest.dependencies.typescript = "5.9.3";
  }
  // orval loads typedoc only to write pages of documentation: 20 MB, which ask for an older TypeScript.
  if (manifest.name === "orval" || manifest.name === "@orval/core") {
    for (const name of ["typedoc", "typedoc-plugin-coverage", "typedoc-plugin-markdown"]) {
      delete manifest.dependencies[name];
    }
  }
  // The analyser of regular expressions runs in Node alone: its faster forms are 50 MB of Java and native code.
  if (manifest.name === "recheck") manifest.optionalDependencies = {};
  return manifest;
};

module.exports = { hooks: { readPackage } };
