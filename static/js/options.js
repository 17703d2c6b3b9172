// A choice that belongs to another choice is hidden while it has no meaning.
"use strict";

(() => {
  function sort() {
    for (const part of document.querySelectorAll("[data-shown-when]")) {
      const field = part.closest("form").elements[part.dataset.shownWhen];
      part.hidden = !part.dataset.shownFor.split(" ").includes(field.value);
    }
  }

  for (const name of ["change", "htmx:wsAfterMessage", "htmx:afterSwap", "DOMContentLoaded"]) document.addEventListener(name, sort);
})();
