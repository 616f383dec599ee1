/** @returns the name that the Prisma schema maps to in the database, for example `store_order` for `storeOrder` */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
