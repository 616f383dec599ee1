import type { StaffAuth, StaffAuthParts } from "./staff-auth.js";

/**
 * better-auth is loaded at its first use. It takes half a second and 30 MB, which a service without sign-ins does not
 * need.
 */
export const openStaffAuth = async (parts: StaffAuthParts): Promise<StaffAuth> => {
  const { createStaffAuth } = await import("./better-auth.js");
  return createStaffAuth(parts);
};
