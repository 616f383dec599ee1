import type { AllTexts } from "../all-texts";
import { formatNumber, plural } from "../numbers";

export const firstDay: AllTexts["firstDay"] = {
  title: "Tu primer día",
  help: "Esta lista desaparece cuando todo está hecho.",
  done: "Hecho",
  hide: "Ocultar esta lista",
  lines: {
    name: "Ponle nombre a tu tienda",
    currency: "Elige la moneda de tus precios",
    staff: "Añade a las personas que trabajan contigo",
    animal: "Añade tu primer animal",
    samples: "Quita los animales de ejemplo",
    language: "Traduce los campos al español",
  },
  clear: {
    action: "Quitar…",
    title: (count) => `¿Eliminar ${plural(count, "animal de ejemplo", "animales de ejemplo")}?`,
    description: "También desaparecen sus fotos y sus detalles. Puedes deshacerlo.",
    stay: (count) =>
      count === 1
        ? "Queda 1 animal de ejemplo, porque tiene un pedido o alguien lo ha cambiado."
        : `Quedan ${formatNumber(count)} animales de ejemplo, porque tienen un pedido o alguien los ha cambiado.`,
    nothingTitle: "No se puede quitar ningún animal de ejemplo",
  },
  translate: {
    action: "Traducir",
    done: (count) => plural(count, "nombre traducido", "nombres traducidos"),
    undone: "Se restauraron los nombres de los campos y las categorías",
  },
  fields: {
    breed: "Raza",
    second_breed: "Segunda raza",
    mixed: "Mestizo",
    sex: "Sexo",
    born_on: "Fecha de nacimiento",
    size: "Tamaño",
    coat: "Pelaje",
    colours: "Colores",
    neutered: "Esterilizado",
    house_trained: "Educado en casa",
    special_needs: "Necesidades especiales",
    good_with_children: "Se lleva bien con niños",
    good_with_dogs: "Se lleva bien con perros",
    good_with_cats: "Se lleva bien con gatos",
    microchip: "Microchip",
    price: "Precio",
    location: "Ubicación",
    arrived_on: "Llegó el",
    labels: "Etiquetas",
    description: "Descripción",
  },
  helps: {
    born_on: "Una estimación es mejor que nada.",
    size: "De adulto.",
    microchip: "Sus 15 cifras.",
    location: "Su jaula, recinto o casa de acogida.",
    arrived_on: "Los días aquí se cuentan desde ese día.",
    description: "Lo que leen los visitantes.",
  },
  options: {
    sex: { female: "Hembra", male: "Macho", unknown: "Desconocido" },
    size: { small: "Pequeño", medium: "Mediano", large: "Grande", extra_large: "Muy grande" },
    coat: { hairless: "Sin pelo", short: "Corto", medium: "Semilargo", long: "Largo", wire: "Duro", curly: "Rizado" },
  },
  categories: { Bird: "Ave", Cat: "Gato", Dog: "Perro", Other: "Otro" },
};
