type Size = { readonly width: number; readonly height: number; readonly theme: "light" | "dark" };

const desk: Size = { width: 1280, height: 900, theme: "light" };
/** The phone is dark, because many apps cannot read a light QR code on a dark background. */
const phone: Size = { width: 390, height: 844, theme: "dark" };

/** The windows for flows that must work on a desk and on a phone. */
export const sizes: readonly Size[] = [desk, phone];
