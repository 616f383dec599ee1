import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const customerPage: AllTexts["customerPage"] = {
  title: "Clientes",
  description: "Quienes han hecho un pedido o van a hacerlo.",
  new: "Cliente nuevo",
  empty: "Todavía no hay clientes",
  emptyDetail: "Añade uno aquí o junto con un pedido.",
  search: "Buscar clientes",
  searchHint: "Nombre, correo o teléfono",
  noMatch: "Ningún cliente coincide",
  noMatchDetail: "Ningún cliente tiene este texto en el nombre, el correo o el teléfono.",
  shown: (count) => `${plural(count, "cliente", "clientes")} en esta página`,
  changed: "Último cambio",
  allOrders: "Todos los pedidos",
  latestOrders: (count) => `Estos son los últimos ${count} pedidos.`,
  create: {
    description: "Basta con un nombre. El pedido puede venir después.",
    done: (name) => `Se añadió a ${name}`,
    noUndo: "Un gerente o un titular puede borrar a un cliente añadido.",
    openOther: (name) => `Abrir ${name}`,
    openTaken: "Abrir este cliente",
  },
};
