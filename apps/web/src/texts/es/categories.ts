import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals } from "./words";

export const categories: AllTexts["categories"] = {
  title: "Categorías",
  animals,
  description: (count, unnamed) =>
    unnamed === 0
      ? plural(count, "categoría", "categorías")
      : `${plural(count, "categoría", "categorías")}, ${formatNumber(unnamed)} sin nombre`,
  search: "Buscar categorías",
  found: (count) => plural(count, "categoría encontrada", "categorías encontradas"),
  sorts: { name: "Por nombre", count: "Con más animales primero" },
  showMore: (count) => `Mostrar ${formatNumber(count)} más`,
  columns: { name: "Nombre", total: "Animales" },
  inCategory: (name) => `en ${name}`,
  none: "–",
  noName: "sin nombre",
  nameIt: "Poner nombre",
  rename: (name) => `Cambiar el nombre de ${name}`,
  nameLabel: (name) => `Nuevo nombre de ${name}`,
  mergeOf: (name) => `Fusionar ${name} con otra categoría`,
  deleteOf: (name) => `Eliminar ${name}`,
  taken: "Otra categoría tiene este nombre. Elige otro o fusiona las dos.",
  renamed: (name) => `Se guardó el nombre ${name}`,
  emptyTitle: "Aún no hay categorías",
  empty: "Las categorías agrupan animales: perros, gatos, peces. Añade la primera o importa animales que tengan una.",
  noMatchTitle: "Ninguna categoría coincide",
  nextRow: "Categoría siguiente",
  previousRow: "Categoría anterior",
  create: {
    action: "Nueva categoría",
    name: "Nombre",
    submit: "Añadir categoría",
    done: (name) => `Se añadió ${name}`,
  },
  remove: {
    title: (name) => `¿Eliminar ${name}?`,
    description: "No tiene animales. Una categoría nueva con este nombre recibirá otro número.",
    done: (name) => `Se eliminó ${name}`,
  },
  merge: {
    action: "Fusionar",
    title: (name) => `Fusionar ${name}`,
    description: "Todos sus animales pasan a la categoría que elijas.",
    into: "¿Con qué categoría?",
    noTarget: "Ninguna otra categoría coincide",
    narrow: (count) => `${plural(count, "más coincide", "más coinciden")}: escribe para acotar`,
    preview: (count, from, into) =>
      count === 0
        ? `${from} no tiene animales. Desaparece, y ${into} queda como está.`
        : `${animals(count)} de ${from} ${count === 1 ? "pasa" : "pasan"} a ${into}. ${from} desaparece.`,
    noUndo: "Esto no se puede deshacer: habría que devolver los animales uno a uno.",
    managersOnly: (limit) =>
      `Tiene más de ${formatNumber(limit)}\u00a0animales y una fusión no se puede deshacer: pide a un gerente o a un titular que la haga.`,
    now: "Ahora",
    after: "Después",
    change: "Elegir otra",
    submit: (into) => `Fusionar con ${into}`,
    done: (from, into, count) => `${from} se fusionó con ${into}, que ahora tiene ${animals(count)}`,
    progress: "Animales trasladados",
    moved: (moved, total) => `${formatNumber(moved)} de ${animals(total)}`,
    mayClose: "Puedes cerrar esta ventana: la fusión continúa.",
  },
};
