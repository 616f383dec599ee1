/** @throws If the list is empty. */
export const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new TypeError("There is no item to choose from.");
  return item;
};
