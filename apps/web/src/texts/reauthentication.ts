export const reauthentication = {
  title: "Is it still you?",
  detail: "You last confirmed it more than 10 minutes ago. Confirm it again, and then what you were doing continues.",
  wrong: "that is not your password",
  cancelled: "You cancelled the confirmation.",
};
