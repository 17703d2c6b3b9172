// Empties a form (data-clears) once it was sent, unless its text was changed in the meantime.
"use strict";

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (!detail.successful || !target.matches("[data-clears]")) return;
  const sent = detail.requestConfig.formData;
  const isAsSent = [...sent].every(([name, value]) => target.elements[name]?.value === value);
  if (isAsSent) target.reset();
});
