import { catalogue } from "./catalogue";
import { plural } from "./numbers";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  title: "Your first day",
  help: "This list goes away when all of it is done.",
  done: "Done",
  hide: "Hide this list",
  lines: {
    name: "Give your store its name",
    currency: "Choose the currency of your prices",
    staff: "Add the people who work with you",
    animal: "Add your first own animal",
    samples: "Clear the animals of the sample",
    language: "Put the fields into English",
  },
  clear: {
    action: "Clear…",
    title: (count: number) => `Delete ${plural(count, "animal", "animals")} of the sample?`,
    description: "They go with their photos and details. You can undo this.",
    stay: (count: number) =>
      `${plural(count, "animal", "animals")} of the sample ${count === 1 ? "stays" : "stay"}, because ${count === 1 ? "it has" : "they have"} an order or somebody has changed ${count === 1 ? "it" : "them"}.`,
    nothingTitle: "No animal of the sample can be cleared",
  },
  translate: {
    action: "Translate",
    done: (count: number) => `Translated ${plural(count, "name", "names")}`,
    undone: "Put back the names of fields and categories",
  },
  /** The texts of the fields of a new store, by the names of the fields and the values of their options. */
  fields: {
    breed: "Breed",
    second_breed: "Second breed",
    mixed: "Mixed breed",
    sex: "Sex",
    born_on: "Born on",
    size: "Size",
    coat: "Coat",
    colours: "Colours",
    neutered: "Neutered",
    house_trained: "House-trained",
    special_needs: "Special needs",
    good_with_children: "Good with children",
    good_with_dogs: "Good with dogs",
    good_with_cats: "Good with cats",
    microchip: "Microchip",
    price: "Price",
    location: "Location",
    arrived_on: "Arrived on",
    labels: "Labels",
    description: "Description",
  },
  helps: {
    born_on: "An estimate is better than nothing.",
    size: "Grown up.",
    microchip: "Its 15 digits.",
    location: "Its kennel, cage or foster home.",
    arrived_on: "The days here count from it.",
    description: "What visitors read.",
  },
  options: {
    sex: { female: "Female", male: "Male", unknown: "Unknown" },
    size: { small: "Small", medium: "Medium", large: "Large", extra_large: "Extra large" },
    coat: { hairless: "Hairless", short: "Short", medium: "Medium", long: "Long", wire: "Wire", curly: "Curly" },
  },
  /** The names of the categories of the sample. */
  categories: { Bird: "Bird", Cat: "Cat", Dog: "Dog", Other: "Other" },
};

export const { firstDay } = catalogue({ firstDay: texts });
