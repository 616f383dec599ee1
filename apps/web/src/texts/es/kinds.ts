import type { AllTexts, Kinds } from "../all-texts";

/** The words of each kind of subject in the history. */
export const kinds: Kinds = {
  pet: {
    many: "Animales",
    verbs: {
      create: "añadió el animal",
      update: "modificó el animal",
      delete: "eliminó el animal",
      restore: "recuperó el animal",
    },
    actions: {
      create: "Animal añadido",
      update: "Animal modificado",
      delete: "Animal eliminado",
      restore: "Animal recuperado",
    },
  },
  category: {
    many: "Categorías",
    verbs: {
      create: "añadió la categoría",
      update: "cambió el nombre de la categoría",
      delete: "eliminó la categoría",
      merge: "fusionó la categoría",
    },
    actions: {
      create: "Categoría añadida",
      update: "Nombre de categoría cambiado",
      delete: "Categoría eliminada",
      merge: "Categoría fusionada",
    },
  },
  order: {
    many: "Pedidos",
    verbs: {
      create: "realizó el",
      update: "cambió el",
    },
    actions: {
      create: "Pedido realizado",
      update: "Pedido cambiado",
    },
  },
  catalogue: {
    many: "Importaciones",
    verbs: {
      import: "importó",
    },
    actions: {
      import: "Importación",
    },
  },
  attribute: {
    many: "Campos",
    verbs: {
      create: "añadió el campo",
      update: "modificó el campo",
      delete: "eliminó el campo",
      restore: "recuperó el campo",
    },
    actions: {
      create: "Campo añadido",
      update: "Campo modificado",
      delete: "Campo eliminado",
      restore: "Campo recuperado",
    },
  },
  profile: {
    many: "Detalles de animales",
    verbs: {
      update: "modificó los detalles del",
      delete: "eliminó los detalles del",
    },
    actions: {
      update: "Detalles modificados",
      delete: "Detalles eliminados",
    },
  },
  photo: {
    many: "Fotos de animales",
    verbs: {
      create: "añadió una foto al",
      update: "modificó una foto del",
      delete: "eliminó una foto del",
      restore: "recuperó una foto del",
      erase: "borró definitivamente una foto del",
    },
    actions: {
      create: "Foto añadida",
      update: "Foto modificada",
      delete: "Foto eliminada",
      restore: "Foto recuperada",
      erase: "Foto borrada definitivamente",
    },
  },
  note: {
    many: "Notas",
    verbs: {
      create: "añadió la nota",
      update: "modificó la nota",
      delete: "eliminó la nota",
      restore: "recuperó la nota",
    },
    actions: {
      create: "Nota añadida",
      update: "Nota modificada",
      delete: "Nota eliminada",
      restore: "Nota recuperada",
    },
  },
  store: {
    many: "Ajustes de la tienda",
    verbs: {
      update: "modificó",
    },
    actions: {
      update: "Ajustes de la tienda modificados",
    },
  },
  api_key: {
    many: "Claves",
    verbs: {
      create: "creó la clave",
      rotate: "renovó la clave",
      revoke: "revocó la clave",
    },
    actions: {
      create: "Clave creada",
      rotate: "Clave renovada",
      revoke: "Clave revocada",
    },
  },
  account: {
    many: "Cuentas",
    verbs: {
      create: "creó la cuenta",
      update: "modificó la cuenta",
      disable: "desactivó la cuenta",
      enable: "reactivó la cuenta",
      invite: "invitó a",
      set_password: "estableció la contraseña de",
      enable_second_factor: "activó el segundo factor de",
      disable_second_factor: "desactivó el segundo factor de",
      renew_recovery_codes: "creó nuevos códigos de recuperación para",
      add_passkey: "añadió una llave de acceso a",
      rename_passkey: "cambió el nombre de una llave de acceso de",
      remove_passkey: "quitó una llave de acceso de",
      sign_in: "inició sesión como",
      sign_in_failed: "no pudo iniciar sesión como",
      sign_out: "cerró la sesión de",
      revoke_sessions: "cerró sesiones de",
      change_password_failed: "dio una contraseña actual incorrecta para",
      reauthenticate_failed: "dio una contraseña o llave de acceso incorrecta para",
    },
    actions: {
      create: "Cuenta creada",
      update: "Cuenta modificada",
      disable: "Cuenta desactivada",
      enable: "Cuenta reactivada",
      invite: "Invitación creada",
      set_password: "Contraseña establecida",
      enable_second_factor: "Segundo factor activado",
      disable_second_factor: "Segundo factor desactivado",
      renew_recovery_codes: "Nuevos códigos de recuperación",
      add_passkey: "Llave de acceso añadida",
      rename_passkey: "Llave de acceso renombrada",
      remove_passkey: "Llave de acceso quitada",
      sign_in: "Inicio de sesión",
      sign_in_failed: "Inicio de sesión fallido",
      sign_out: "Cierre de sesión",
      revoke_sessions: "Sesiones cerradas",
      change_password_failed: "Cambio de contraseña fallido",
      reauthenticate_failed: "Prueba de identidad fallida",
    },
  },
  webhook_endpoint: {
    many: "Webhooks",
    verbs: {
      create: "creó el webhook",
      update: "modificó el webhook",
      delete: "eliminó el webhook",
      rotate_secret: "renovó el secreto del webhook",
      test: "probó el webhook",
      redeliver: "reenvió un evento al webhook",
      replay: "reenvió eventos al webhook",
      disable: "detuvo los envíos al webhook",
    },
    actions: {
      create: "Webhook creado",
      update: "Webhook modificado",
      delete: "Webhook eliminado",
      rotate_secret: "Secreto de webhook renovado",
      test: "Webhook probado",
      redeliver: "Evento reenviado",
      replay: "Eventos reenviados",
      disable: "Envíos a webhook detenidos",
    },
  },
  customer: {
    many: "Clientes",
    verbs: {
      create: "añadió los datos de",
      update: "modificó los datos de",
      delete: "borró los datos de",
      merge: "fusionó los datos de",
      export: "exportó los datos de",
    },
    actions: {
      create: "Cliente añadido",
      update: "Cliente modificado",
      delete: "Datos de cliente borrados",
      merge: "Datos de clientes fusionados",
      export: "Datos de cliente exportados",
    },
  },
  action: {
    many: "Acciones de deshacer",
    verbs: {
      undo: "empezó a deshacer",
      stop_undo: "dejó de deshacer",
    },
    actions: {
      undo: "Deshacer iniciado",
      stop_undo: "Deshacer detenido",
    },
  },
  audit_trail: {
    many: "El propio registro",
    verbs: {
      prune: "eliminó del registro",
    },
    actions: {
      prune: "Registro acortado",
    },
  },
  job: {
    many: "Tarea",
    verbs: {
      resume: "reanudó la tarea",
      drop: "descartó la tarea",
    },
    actions: {
      resume: "Tarea reanudada",
      drop: "Tarea descartada",
    },
  },
  setting: {
    many: "Ajustes",
    verbs: {
      forget: "hizo que el servicio olvidara el ajuste",
    },
    actions: {
      forget: "Ajuste olvidado",
    },
  },
};

/** The texts of each resource that has the usual page, by its kind. */
export const resources: AllTexts["resources"] = {};
