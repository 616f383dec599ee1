type Size = { readonly width: number; readonly height: number; readonly theme: "light" | "dark" };

const desk: Size = { width: 1280, height: 900, theme: "light" };
/** Dark, because many apps read no light QR code on dark. */
const phone: Size = { width: 390, height: 844, theme: "dark" };

/** The windows of flows that must work on desk and phone. */
export const sizes: readonly Size[] = [desk, phone];
