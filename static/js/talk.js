// A form that is empty again once what it held has been said; what was written since stays.
"use strict";

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (!detail.successful || !target.matches("[data-clears]")) return;
  const sent = detail.requestConfig.formData;
  const isAsSent = [...sent].every(([name, value]) => target.elements[name]?.value === value);
  if (isAsSent) target.reset();
});
