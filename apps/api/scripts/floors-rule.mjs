import { dirname, relative, resolve, sep } from "node:path";

/**
 * @param {readonly (readonly string[])[]} floors - The rooms of each floor, from the top: folders and single files of
 * `folder`. If a folder inside another one has an entry of its own, it is a room of its own.
 */
const createRooms = (floors) => {
  const levels = new Map(floors.flatMap((rooms, level) => rooms.map((room) => [room, level])));
  const inner = [...levels.keys()].filter((room) => room.includes("/"));
  const roomOf = (file) => inner.find((room) => file.startsWith(`${room}/`)) ?? file.split("/", 1)[0];
  return { levels, roomOf };
};

const sourceOf = ({ source, argument }) => source ?? argument?.literal ?? argument;

/**
 * An import may lead only to a lower floor or stay in its room, types included, so imports between rooms cannot form a
 * cycle. `apart` lists rooms that may not import certain lower ones.
 */
const floors = {
  meta: { schema: false },
  create(context) {
    const [{ folder, floors: list, apart = [] }] = context.options;
    const root = resolve(context.cwd, folder);
    const pathOf = (file) => relative(root, file).replaceAll(sep, "/");
    const { levels, roomOf } = createRooms(list);
    const from = roomOf(pathOf(context.filename));
    const problemOf = (to) => {
      if (to === from) return undefined;
      for (const room of [from, to]) if (!levels.has(room)) return `${room} is on no floor: add it to the list`;
      if (levels.get(to) <= levels.get(from)) return `${from} may not import ${to}: it is on no lower floor`;
      const isApart = apart.some(({ rooms, unknown }) => rooms.includes(from) && unknown.includes(to));
      return isApart ? `${from} may not import ${to}: they are apart` : undefined;
    };
    const check = (node) => {
      const specifier = sourceOf(node)?.value;
      if (typeof specifier !== "string" || !specifier.startsWith(".")) return;
      const target = pathOf(resolve(dirname(context.filename), specifier)).replace(/\.js$/, ".ts");
      const message = problemOf(roomOf(target));
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: "petstore" }, rules: { floors } };
