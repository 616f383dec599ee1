/** @returns the name that Prisma's schema maps a name to, for example `store_order` for `storeOrder` */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
