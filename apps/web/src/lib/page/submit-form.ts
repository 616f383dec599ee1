/** Submits a form as its button would, so that it checks its fields first. */
export const submitForm = (id: string): void => {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
};
