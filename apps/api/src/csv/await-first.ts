/** Waits for the first item, so that no transaction is open while the input sends nothing. */
export const awaitFirst = async <Item>(items: AsyncGenerator<Item>): Promise<AsyncGenerator<Item>> => {
  const first = await items.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* items;
  })();
};
