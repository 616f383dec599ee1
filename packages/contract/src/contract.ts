import { initContract } from "@ts-rest/core";
import { document } from "./document.js";
import { pets } from "./pets.js";

/** Where the interface of version 1 begins. Every path of the contract is relative to it. */
export const BASE_PATH = "/v1";

/** Every route of the interface. */
export const contract = initContract().router({ pets, document });
