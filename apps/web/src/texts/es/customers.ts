import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const customers: AllTexts["customers"] = {
  label: "Cliente",
  none: "Sin cliente",
  add: "Añadir cliente",
  change: "Cambiar",
  hint: "Buscar por nombre, correo o teléfono",
  help: "Escribe tres letras para encontrar a un cliente.",
  addNew: (name) => `Añadir «${name}»`,
  addUnnamed: "Añadir un cliente nuevo",
  notChosen: (name) =>
    `Elige a «${name}» en la lista o añade a esta persona, o vacía la búsqueda para hacer el pedido sin cliente.`,
  search: "Buscar de nuevo",
  chooseOther: (name) => `Elegir ${name}`,
  found: (name) => `Este dato ya es de ${name}. ¿Es la misma persona?`,
  fields: { name: "Nombre", email: "Correo", phone: "Teléfono", address: "Dirección" },
  saved: (name) => `Se guardaron los datos de ${name}`,
  gone: "Este cliente no existe",
  goneDetail: "Puede que sus datos se hayan borrado.",
  since: "Cliente desde",
  export: "Exportar",
  exportFile: (id) => `cliente-${id}.json`,
  erase: "Borrar…",
  eraseTitle: (name) => `¿Borrar los datos de ${name}?`,
  eraseDetail: (orders) =>
    `Desaparecen el nombre, el correo, el teléfono y la dirección, además de las notas de ${orders}. Los pedidos se conservan, sin cliente. Esto no se puede deshacer.`,
  eraseOrders: (count, hasMore) => {
    if (count === 0 || hasMore) return "sus pedidos";
    return count === 1 ? "su pedido" : `sus ${plural(count, "pedido", "pedidos")}`;
  },
  eraseSubmit: "Borrar",
  erased: (name) => `Se borraron los datos de ${name}`,
  noUndo: "Los datos borrados de un cliente ya no están en la tienda.",
};
