import { expect, expectTypeOf, it } from "vitest";
import { type Client, createClient } from "./create-client.js";

interface MyAttributes {
  breed: string;
  price: number;
  labels: string[];
}

const connect = { baseUrl: "http://127.0.0.1/v1", apiKey: "key" };
const client = createClient<{ attributes: MyAttributes }>({ ...connect, fetch: async () => Response.json([]) });
type Known = typeof client;
type Body<Call extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;

it("knows the attributes of a store in profiles that it reads", () => {
  type Read = { breed?: string | undefined; price?: number | undefined; labels?: string[] | undefined };
  expectTypeOf<Body<Known["orThrow"]["profiles"]["getProfile"]>["attributes"]>().toEqualTypeOf<Read>();
  type Listed = Body<Known["orThrow"]["pets"]["listPets"]>[number];
  expectTypeOf<NonNullable<Listed["profile"]>["attributes"]>().toEqualTypeOf<Read>();
  type Each = ReturnType<Known["pets"]["all"]> extends AsyncGenerator<infer One, void> ? One : never;
  expectTypeOf<Each>().toEqualTypeOf<Listed>();
  type Success = Extract<Body<Known["pets"]["getPet"]>, { status: 200 }>;
  expectTypeOf<NonNullable<Success["body"]["profile"]>["attributes"]>().toEqualTypeOf<Read>();
  expectTypeOf<Success["etag"]>().toEqualTypeOf<string>();
});

it("accepts only these attributes in profiles that it writes and in filters", async () => {
  const listed = await client.orThrow.pets.listPets({
    query: { attributes: { breed: ["Labrador"], price: ["..150"] } },
  });
  expect(listed).toEqual([]);
  type Change = Parameters<Known["profiles"]["updateProfile"]>[0]["body"];
  expectTypeOf<Change>().toExtend<{ attributes?: { breed?: string | null | undefined } | undefined }>();
  const changes: Change[] = [{ attributes: { breed: null, labels: ["calm"] } }, { externalId: "A-1" }];
  expect(changes).toHaveLength(2);
  // @ts-expect-error A price is a number.
  expect({ attributes: { price: "150" } } satisfies Change).toBeDefined();
  // @ts-expect-error The store has no colour.
  const query: Parameters<Known["pets"]["listPets"]>[0] = { query: { attributes: { colour: ["black"] } } };
  expect(query).toBeDefined();
  type New = NonNullable<Parameters<Known["pets"]["createPet"]>[0]["body"]["profile"]>;
  expectTypeOf<New>().toEqualTypeOf<Change>();
  type Batch = Parameters<Known["profiles"]["updateProfileBatch"]>[0]["body"][number]["profile"];
  expectTypeOf<Batch>().toEqualTypeOf<Change>();
});

it("is the plain client without a type argument, and changes no type without attributes", () => {
  expectTypeOf(createClient(connect)).toEqualTypeOf<Client>();
  type Order = Body<Client["orThrow"]["orders"]["getOrder"]>;
  expectTypeOf<Body<Known["orThrow"]["orders"]["getOrder"]>>().toEqualTypeOf<Order>();
  type Photo = Parameters<Client["photos"]["createPhoto"]>[0]["body"];
  expectTypeOf<Parameters<Known["photos"]["createPhoto"]>[0]["body"]>().toEqualTypeOf<Photo>();
});
