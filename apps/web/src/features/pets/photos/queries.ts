import type { Photo } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/service/api";
import { aboutPets, concernedBy } from "../../../lib/service/concerns";

/** Reads all photos of an animal in their order. */
export const photosQuery = (petId: number) =>
  queryOptions({
    queryKey: ["photos", "of-pet", petId],
    queryFn: async ({ signal }): Promise<readonly Photo[]> =>
      (await ask((api, options) => api.photos.listPhotos({ params: { petId }, ...options }), { signal })).body,
    ...concernedBy(aboutPets([petId], "photo")),
  });
