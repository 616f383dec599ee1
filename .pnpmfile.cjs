// openapi-typescript writes through TypeScript's own API, which TypeScript 7 no longer has. As a peer it would get the
// workspace's TypeScript 7; overrides and packageExtensions do not outdo a peer, so it becomes a dependency of its own.
const readPackage = (manifest) => {
  if (manifest.name === "openapi-typescript") {
    delete manifest.peerDependencies.typescript;
    manifest.dependencies.typescript = "5.9.3";
  }
  return manifest;
};

module.exports = { hooks: { readPackage } };
