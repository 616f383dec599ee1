import type { AllTexts } from "../all-texts";

export const passkeys: AllTexts["passkeys"] = {
  title: "Llaves de acceso",
  detail:
    "Inicia sesión con la huella, la cara, el bloqueo de este dispositivo o una llave de seguridad. Una llave de acceso no se puede adivinar ni entregar a una página falsa.",
  none: "Aún no tienes ninguna llave de acceso",
  add: "Añadir una llave de acceso",
  addDetail: "A continuación, el navegador te pedirá que desbloquees el dispositivo o toques la llave de seguridad.",
  added: (name) => `Se añadió la llave de acceso ${name}`,
  name: "Nombre",
  nameHelp: "La distingue de otras; por ejemplo, el dispositivo que la guarda.",
  addedAt: "Añadida",
  usedAt: "último uso",
  neverUsed: "aún sin usar",
  renameOf: (name) => `Cambiar el nombre de ${name}`,
  renamed: (name) => `La llave de acceso ahora se llama ${name}`,
  removeOf: (name) => `Quitar ${name}`,
  removeTitle: (name) => `¿Quitar la llave de acceso ${name}?`,
  removeDetail:
    "Ya no servirá para iniciar sesión. Elimínala también en el dispositivo o en el gestor de contraseñas que la guarda.",
  removed: (name) => `Se quitó la llave de acceso ${name}`,
  use: "Usar una llave de acceso",
  confirm: "Usar una llave de acceso",
  needsName: "Los navegadores no admiten llaves de acceso en direcciones numéricas. Abre la tienda por su nombre.",
  needsLocalhost:
    "Los navegadores no admiten llaves de acceso en direcciones numéricas. Abre esta página como localhost.",
  openLocalhost: "Abrir en localhost",
  unsupported: "Este navegador no admite llaves de acceso aquí. Hace falta HTTPS y un navegador de los últimos años.",
  exists: "Este dispositivo ya tiene una llave de acceso para tu cuenta.",
  wrongAddress: (name) => `Las llaves de acceso de esta tienda solo funcionan en la dirección ${name}.`,
  refused:
    "No se usó ninguna llave de acceso: se canceló, tardó demasiado o este dispositivo no tiene ninguna para la tienda.",
  failed: "El navegador no pudo usar una llave de acceso. Inténtalo de nuevo o inicia sesión con tu contraseña.",
  notKnown: "La tienda no reconoce esta llave de acceso. Usa otra o tu contraseña.",
};
