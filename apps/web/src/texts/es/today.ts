import { common } from "../common";
import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals, statusOf } from "./words";

export const today: AllTexts["today"] = {
  title: "Hoy",
  addAnimal: "Añadir un animal",
  importFile: "Importar un archivo",
  counts: "Animales por estado",
  look: "Ver",
  lookOf: (name) => `Ver: ${name}`,
  todo: { title: "Por hacer", next: "Siguiente en Por hacer", previous: "Anterior en Por hacer" },
  added: { title: "Añadidos hace poco", all: "Todos los animales" },
  orders: {
    all: "Todos los pedidos",
    placed: (count) => `${count} por aprobar`,
    approved: (count) => `${count} por entregar`,
    atLeast: (count) => `${count}+`,
    order: (id) => `Pedido ${id}`,
    animal: (id) => `animal ${id}`,
    approve: "Aprobar",
    approveOf: (id) => `Aprobar el pedido ${id}`,
    deliver: "Entregar",
    deliverOf: (id) => `Entregar el pedido ${id} en la página Pedidos`,
    isApproved: (id) => `El pedido ${id} está aprobado`,
    nowIs: (id, status) => `El pedido ${id} ya está ${status.toLowerCase()}`,
  },
  empty: {
    title: "La tienda aún no tiene animales",
    detail: "Añade el primero a mano o importa una lista que tengas en un archivo.",
    detailClerk: "Añade el primero a mano.",
  },
  pending: {
    unchanged: "Último cambio",
    more: (count) =>
      `${plural(count, "animal más", "animales más")} ${statusOf(count, common.status.pending)} desde hace tiempo`,
  },
  unnamed: {
    name: "Poner nombre",
    nameOf: (id) => `Poner nombre: categoría ${id}`,
    category: (id) => `La categoría ${id} no tiene nombre`,
    animals,
    more: (count) => `${plural(count, "categoría más", "categorías más")} sin nombre`,
  },
  keys: {
    ends: "caduca",
    lastFour: (characters) => `…${characters}`,
    calls: (count, operations) =>
      `${plural(count, "llamada", "llamadas")} a operaciones que se desactivarán: ${operations}`,
    more: (count) => `${plural(count, "clave más", "claves más")} por revisar`,
  },
  webhooks: {
    off: "Desactivado",
    more: (count) => plural(count, "webhook más desactivado", "webhooks más desactivados"),
  },
  imports: {
    leftOut: (count) => plural(count, "fila omitida", "filas omitidas"),
    look: "Importar de nuevo",
    more: (count) => `${plural(count, "importación más", "importaciones más")} con filas omitidas`,
  },
  stock: {
    title: "Por categoría",
    total: "Total",
    caption: "Animales por categoría y estado",
    category: "Categoría",
    showAll: (count) => `Las ${plural(count, "categoría", "categorías")}`,
    none: "Aún no hay animales.",
  },
  activity: {
    title: (days) => `Últimos ${days}\u00a0días`,
    chart: (days) =>
      `Animales añadidos y ${statusOf(2, common.status.sold)} en cada uno de los últimos ${days}\u00a0días`,
    sums: (added, sold) =>
      `${plural(added, "animal añadido", "animales añadidos")} uno a uno y ${formatNumber(sold)} ${statusOf(sold, common.status.sold)}.`,
    most: {
      added: (count, day) => `El día con más añadidos fue el ${day}: ${count}.`,
      sold: (count, day) => `El día con más ${statusOf(2, common.status.sold)} fue el ${day}: ${count}.`,
    },
    mostOften: {
      added: (count, days) => `El máximo de añadidos se alcanzó en ${plural(days, "día", "días")}: ${count} cada vez.`,
      sold: (count, days) =>
        `El máximo de ${statusOf(2, common.status.sold)} se alcanzó en ${plural(days, "día", "días")}: ${count} cada vez.`,
    },
    pick: "Día que leer",
    values: (day, added, imported, sold, ordered) =>
      `${day}: ${plural(added, "añadido", "añadidos")}, ${plural(imported, "importado", "importados")}, ${formatNumber(sold)} ${statusOf(sold, common.status.sold)}, ${plural(ordered, "pedido realizado", "pedidos realizados")}`,
    period: (days) => `${days}\u00a0días`,
    range: "Días mostrados",
    day: "Día",
    added: "Añadidos",
    imported: "Importados",
    sold: "Vendidos",
    ordered: "Pedidos",
    asTable: "Ver como tabla",
    asChart: "Ver como gráfico",
  },
  changes: {
    title: "Cambios recientes",
    all: "Todos los cambios",
    none: "Aún no ha cambiado nada.",
  },
};
