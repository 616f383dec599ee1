import type { StaffAuth, StaffAuthParts } from "./staff-auth.js";

/** Loaded at the first use: better-auth takes half a second and 30 MB, which a service without sign-ins can save. */
export const openStaffAuth = async (parts: StaffAuthParts): Promise<StaffAuth> => {
  const { createStaffAuth } = await import("./better-auth.js");
  return createStaffAuth(parts);
};
