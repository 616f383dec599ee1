export { createClient } from "./client.js";
export { BASE_PATH, contract } from "./contract.js";
export { DEPRECATIONS_PATH, deprecationHeaders } from "./deprecation.js";
export { ErrorBody, ErrorCode, errorCodes } from "./errors.js";
export { Id, MAX_ID } from "./identifiers.js";
export {
  type Deprecation,
  type ResponseHeader,
  type RouteMetadata,
  type Scope,
  type Stability,
  scopes,
} from "./metadata.js";
export { Name } from "./names.js";
export { MAX_BODY_BYTES, NewPet, Pet, Pets, PetStatus } from "./pets.js";
export { type ContractRoute, listRoutes, routeMetadata } from "./routes.js";
