import type { NewCustomer, Note, PetStatus, Profile } from "@petstore/contract/routes";

/** An animal of the sample. Its portrait is `samples/NAME-WIDTH.webp`. */
export type SamplePet = {
  readonly name: string;
  readonly status: PetStatus;
  /** The age of the animal in days at the first start. */
  readonly age: number;
  readonly attributes: Profile["attributes"];
};

const DAYS_PER_YEAR = 365;

const pet =
  (sex: "female" | "male", years: number, status: PetStatus) =>
  (name: string, attributes: Profile["attributes"]): SamplePet => ({
    name,
    status,
    age: Math.round(years * DAYS_PER_YEAR),
    attributes: { sex, ...attributes },
  });

const female = (years: number, status: PetStatus) => pet("female", years, status);
const male = (years: number, status: PetStatus) => pet("male", years, status);

const gentle = { good_with_children: true, good_with_dogs: true, good_with_cats: true };
const homely = { neutered: true, house_trained: true };
const shorthair = { breed: "Domestic Shorthair", mixed: true, size: "medium", coat: "short", ...homely };
const longhair = { breed: "Domestic Longhair", mixed: true, size: "medium", coat: "long", ...homely };

/**
 * Names, kinds and colours of animals of the Austin Animal Center (public domain), by category. The rest is invented.
 */
export const samplePets: Readonly<Record<string, readonly SamplePet[]>> = {
  Bird: [
    female(2, "pending")("Taffy", {
      breed: "Chicken",
      mixed: true,
      size: "small",
      colours: ["Brown"],
      price: 25,
      location: "Yard 1",
      description: "Lays an egg most mornings and announces each of them. Wants a garden and other hens.",
    }),
    male(4, "sold")("Aeos", {
      breed: "Cockatiel",
      size: "small",
      colours: ["White", "Golden"],
      price: 120,
      location: "Aviary 2",
      labels: ["Affectionate"],
      description: "Whistles the first half of any tune. Sits on shoulders.",
    }),
    male(6, "sold")("Prince", {
      breed: "Parakeet",
      size: "small",
      colours: ["Green"],
      price: 60,
      location: "Aviary 1",
      labels: ["Playful"],
      description: "Talks to his mirror. Would rather talk to another parakeet.",
    }),
  ],
  Cat: [
    female(3, "sold")("Kitty", {
      ...shorthair,
      breed: "Siamese",
      colours: ["Cream", "Brown"],
      price: 180,
      microchip: "985112004519201",
      ...gentle,
      labels: ["Affectionate"],
      description: "Has an opinion on everything and tells you all of it.",
    }),
    male(5, "sold")("Taylor", {
      ...shorthair,
      colours: ["Grey", "Tabby", "White"],
      price: 90,
      microchip: "985112004519202",
      good_with_cats: true,
      labels: ["Quiet"],
      description: "A lap cat, once he has chosen the lap.",
    }),
    female(2, "sold")("Nyla", {
      ...shorthair,
      colours: ["Brown", "Tabby", "White"],
      price: 95,
      microchip: "985112004519203",
      ...gentle,
      labels: ["Playful"],
      description: "Chases anything on a string, then sleeps on it.",
    }),
    female(4, "sold")("Toad", {
      ...longhair,
      colours: ["Brown", "Orange", "Tabby"],
      price: 85,
      microchip: "985112004519204",
      labels: ["Shy"],
      description: "Hides for a week and then never leaves your side. Needs a brush.",
    }),
    female(1, "sold")("Star", {
      ...shorthair,
      colours: ["Black", "White"],
      price: 110,
      microchip: "985112004519205",
      ...gentle,
      labels: ["Playful", "Energetic"],
      description: "Opens doors. Close them twice.",
    }),
    male(0.6, "available")("Blynn", {
      ...shorthair,
      neutered: false,
      colours: ["Orange", "Tabby"],
      price: 130,
      location: "Cat room 1",
      ...gentle,
      labels: ["Playful", "New"],
      description: "Purrs at strangers, cushions and the vacuum cleaner.",
    }),
    female(7, "pending")("Lola", {
      ...longhair,
      colours: ["White", "Cream"],
      price: 70,
      microchip: "985112004519207",
      location: "Cat room 2",
      special_needs: "Deaf: indoors only",
      labels: ["Quiet"],
      description: "Feels you coming through the floor.",
    }),
    male(9, "pending")("Fred", {
      ...shorthair,
      colours: ["Black"],
      price: 40,
      microchip: "985112004519208",
      location: "Cat room 2",
      good_with_dogs: true,
      labels: ["Senior", "Quiet"],
      description: "Has seen it all and would like a sofa.",
    }),
    female(3, "pending")("Kyleigh", {
      ...shorthair,
      breed: "Russian Blue",
      colours: ["Grey"],
      price: 160,
      microchip: "985112004519209",
      good_with_cats: false,
      location: "Cat room 3",
      description: "The only cat in the house, and she knows it.",
    }),
  ],
  Dog: [
    male(6, "sold")("Frank", {
      breed: "Chihuahua Shorthair",
      mixed: true,
      size: "small",
      coat: "short",
      colours: ["Brown", "White"],
      ...homely,
      price: 150,
      microchip: "985112004519210",
      description: "Two kilos of courage in a warm coat.",
    }),
    male(3, "sold")("Luke", {
      breed: "Labrador Retriever",
      mixed: true,
      size: "large",
      coat: "short",
      colours: ["Golden", "White"],
      ...homely,
      ...gentle,
      price: 240,
      microchip: "985112004519211",
      labels: ["Energetic", "Playful"],
      description: "Brings back every ball, and some that were never thrown.",
    }),
    female(2, "available")("Lucy", {
      breed: "Cardigan Welsh Corgi",
      mixed: true,
      size: "medium",
      coat: "medium",
      colours: ["Brown", "White"],
      ...homely,
      ...gentle,
      price: 320,
      microchip: "985112004519212",
      location: "Kennel 4",
      labels: ["Playful"],
      description: "Herds children, ducks and, if nothing else moves, chairs.",
    }),
    male(4, "available")("Seth", {
      breed: "Border Collie",
      second_breed: "Chow Chow",
      mixed: true,
      size: "medium",
      coat: "long",
      colours: ["Black", "White"],
      ...homely,
      price: 210,
      microchip: "985112004519213",
      location: "Kennel 7",
      good_with_cats: false,
      labels: ["Energetic"],
      description: "Wants a job. Two walks a day are not a job.",
    }),
    female(5, "sold")("Mia", {
      breed: "Pit Bull",
      mixed: true,
      size: "large",
      coat: "short",
      colours: ["Grey", "White"],
      ...homely,
      good_with_children: true,
      price: 130,
      microchip: "985112004519214",
      labels: ["Affectionate"],
      description: "Believes that she fits on every lap.",
    }),
    female(1, "sold")("Blessing", {
      breed: "Labrador Retriever",
      mixed: true,
      size: "large",
      coat: "short",
      colours: ["Red", "White"],
      ...gentle,
      price: 220,
      microchip: "985112004519215",
      labels: ["Energetic"],
      description: "Learns a word a day and forgets none that means food.",
    }),
    female(8, "sold")("Belle", {
      breed: "Dachshund Wirehair",
      mixed: true,
      size: "small",
      coat: "wire",
      colours: ["Golden", "White"],
      ...homely,
      price: 90,
      microchip: "985112004519216",
      labels: ["Senior"],
      description: "Digs, but only roses.",
    }),
    male(2, "pending")("Sherlock", {
      breed: "Pug",
      mixed: true,
      size: "small",
      coat: "short",
      colours: ["Cream", "Black"],
      ...homely,
      ...gentle,
      price: 280,
      microchip: "985112004519217",
      location: "Kennel 2",
      labels: ["Playful"],
      description: "Investigates every bag that comes through the door.",
    }),
    male(7, "pending")("Marcus", {
      breed: "Shih Tzu",
      mixed: true,
      size: "small",
      coat: "curly",
      colours: ["White", "Brown"],
      ...homely,
      price: 140,
      microchip: "985112004519218",
      location: "Kennel 1",
      special_needs: "Eye drops twice a day",
      description: "Takes his drops like a gentleman if there is cheese afterwards.",
    }),
    male(0.4, "available")("Blackie", {
      breed: "Labrador Retriever",
      mixed: true,
      size: "large",
      coat: "short",
      colours: ["Black"],
      price: 260,
      neutered: false,
      house_trained: false,
      ...gentle,
      location: "Kennel 5",
      labels: ["Energetic", "New"],
      description: "All paws. Will grow into them.",
    }),
  ],
  Other: [
    female(1, "pending")("Baby", {
      breed: "Rabbit Shorthair",
      mixed: true,
      size: "small",
      coat: "short",
      colours: ["Golden", "White"],
      price: 35,
      location: "Hutch 1",
      labels: ["Shy"],
      description: "Nibbles lettuce first and trousers second.",
    }),
    male(2, "available")("Timmy", {
      breed: "Netherland Dwarf",
      mixed: true,
      size: "small",
      coat: "short",
      colours: ["Grey"],
      price: 45,
      neutered: true,
      location: "Hutch 2",
      labels: ["Quiet"],
      description: "Small even for a small rabbit.",
    }),
    male(3, "sold")("Cappucino", {
      breed: "Rex",
      size: "small",
      coat: "short",
      colours: ["Brown", "Cream"],
      price: 50,
      neutered: true,
      labels: ["Affectionate"],
      description: "The softest coat in the house. Knows it.",
    }),
  ],
};

/** Notes of staff, by the names of the pets. */
export const sampleNotes: Readonly<Record<string, Pick<Note, "text" | "isWarning" | "isPinned">>> = {
  Kyleigh: { text: "Bites when held by the belly: towel first.", isWarning: true, isPinned: false },
  Seth: { text: "Slips his collar when he is frightened: harness, always.", isWarning: true, isPinned: false },
  Marcus: { text: "Eye drops at 8 and at 18. They are in the door of the fridge.", isWarning: false, isPinned: true },
};

type SampleCustomer = NewCustomer & {
  /** The names of the pets that the customer ordered, the earliest order first, each with the note of its order. */
  readonly ordered: Readonly<Record<string, string | null>>;
};

/**
 * Invented customers, in the order of their first orders. Nobody has an address at example.com (RFC 2606) or a number
 * from 555-0100 to 555-0199.
 */
export const sampleCustomers: readonly SampleCustomer[] = [
  {
    name: "Tom Whitaker",
    email: "tom.whitaker@example.com",
    ordered: { Frank: null, Sherlock: "Wants Sherlock to meet Frank before he decides." },
  },
  { name: "Oskar Nowak", phone: "+1 512 555 0188", ordered: { Mia: null } },
  {
    name: "Henry Brandt",
    email: "henry.brandt@example.com",
    phone: "+1 512 555 0163",
    address: "14 Cedar Lane\nSpringfield",
    ordered: { Cappucino: null, Taffy: "Keeps two hens already. Pays in cash." },
  },
  {
    name: "Mei Lin Chen",
    email: "meilin.chen@example.com",
    phone: "+1 512 555 0125",
    ordered: { Lola: "Has met Lola twice and knows that she is deaf." },
  },
  { name: "Amina Yusuf", phone: "+1 512 555 0142", ordered: { Kyleigh: null } },
  {
    name: "Rosa Delgado",
    email: "rosa.delgado@example.com",
    phone: "+1 512 555 0117",
    ordered: { Marcus: "Comes on Saturday with her own carrier. Show her the eye drops." },
  },
];
