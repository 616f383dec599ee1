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
  same: {
    title: "Puede que sea la misma persona",
    name: "El mismo nombre",
    phone: "El mismo teléfono con otro prefijo",
    merge: "Fusionar",
    mergeWith: (name) => `Fusionar con ${name}`,
    newest: (count) => `Solo aparecen los ${count} más recientes.`,
  },
  merge: {
    title: "Fusionar dos clientes",
    noUndo: "Una fusión no se puede deshacer.",
    orders: (count, hasMore) => {
      if (count === 0) return "Uno de los dos se queda. El otro no tiene pedidos y se borra.";
      const orders = hasMore ? `más de ${count} pedidos` : plural(count, "pedido", "pedidos");
      return `Uno de los dos se queda y recibe ${orders} del otro, que se borra.`;
    },
    field: "Campo",
    stays: "Se queda",
    lost: "Se pierde",
    swap: "Conservar el otro",
    submit: "Fusionar",
    moved: (count) => plural(count, "pedido trasladado", "pedidos trasladados"),
    done: (name, count) =>
      count === 0
        ? `Se fusionó con ${name}`
        : `Se fusionó con ${name}: ${plural(count, "pedido trasladado", "pedidos trasladados")}`,
  },
};
