// Hides a form field (data-shown-when) while another field's value (data-shown-for) makes it meaningless.
"use strict";

(() => {
  function sort() {
    for (const part of document.querySelectorAll("[data-shown-when]")) {
      const field = part.closest("form").elements[part.dataset.shownWhen];
      part.hidden = !part.dataset.shownFor.split(" ").includes(field.value);
    }
  }

  for (const name of ["change", "table:changed"]) document.addEventListener(name, sort);
})();
