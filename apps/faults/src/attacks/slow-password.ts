/** 128 characters that zxcvbn takes long to judge. */
export const slowPassword = "p4$$w0rd".repeat(16);
