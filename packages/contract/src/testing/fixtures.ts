import type {
  Attribute,
  Category,
  Customer,
  Note,
  Order,
  Pet,
  PetUpdatedEvent,
  Photo,
  Profile,
  WebhookDelivery,
  WebhookEndpoint,
} from "../client/generated/types.js";
import {
  ada,
  bites,
  delivered,
  dogs,
  frank,
  hook,
  luna,
  photo,
  placed,
  profile,
  puppies,
  size,
  soldEvent,
  vaccinated,
  weight,
} from "../examples.js";

/** The examples of the documents. They belong together: the order, the note and the photo are about the pet. */
export interface Fixtures {
  readonly pet: Pet;
  readonly otherPet: Pet;
  readonly profile: Profile;
  readonly photo: Photo;
  readonly warning: Note;
  readonly note: Note;
  readonly category: Category;
  readonly otherCategory: Category;
  readonly customer: Customer;
  readonly order: Order;
  readonly choiceAttribute: Attribute;
  readonly numberAttribute: Attribute;
  readonly event: PetUpdatedEvent;
  readonly webhookEndpoint: WebhookEndpoint;
  readonly webhookDelivery: WebhookDelivery;
}

/** @returns the examples of the documents, with their types; new objects, so a test may change them */
export const createFixtures = (): Fixtures =>
  // The examples have the narrow, readonly types of constants. A test checks them with the schemas.
  structuredClone<unknown>({
    pet: frank,
    otherPet: luna,
    profile,
    photo,
    warning: bites,
    note: { ...vaccinated, id: bites.id + 1 },
    category: puppies,
    otherCategory: dogs,
    customer: ada,
    order: placed,
    choiceAttribute: size,
    numberAttribute: weight,
    event: soldEvent,
    webhookEndpoint: hook,
    webhookDelivery: delivered,
  }) as Fixtures;
