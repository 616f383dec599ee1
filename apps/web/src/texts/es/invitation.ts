import type { AllTexts } from "../all-texts";

export const invitation: AllTexts["invitation"] = {
  title: "Tu invitación a Pet Store",
  welcome: (name) => `Hola, ${name}`,
  detail: "Elige una contraseña. Con ella y esta dirección de correo iniciarás sesión a partir de ahora.",
  until: "La invitación es válida hasta el",
  password: "Tu contraseña",
  submit: "Guardar la contraseña e iniciar sesión",
  codeDetail: "Abre el enlace que te dio un titular de la tienda o escribe aquí su código.",
  code: "Código o enlace de la invitación",
  show: "Continuar",
  invalid:
    "Esta invitación no es válida: ya se usó, se reemplazó por otra o tiene más de 72\u00a0horas. Pide una nueva a un titular de la tienda.",
  otherCode: "Usar otro código",
  toSignIn: "Ir a la página de inicio de sesión",
  otherSession: (name) => `${name} tiene la sesión abierta en este navegador. Se cerrará cuando continúes.`,
};
