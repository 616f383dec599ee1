import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/service/api";
import { aboutPets, concernedBy } from "../../../lib/service/concerns";
import { type ProfileValues, valuesOf } from "./profile-edits";

export const profileQuery = (petId: number) =>
  queryOptions({
    queryKey: ["pets", "profile", petId],
    queryFn: async ({ signal }): Promise<ProfileValues> => {
      const call = { params: { petId } };
      return valuesOf((await ask((api, options) => api.profiles.getProfile({ ...call, ...options }), { signal })).body);
    },
    ...concernedBy(aboutPets([petId], "profile")),
  });
