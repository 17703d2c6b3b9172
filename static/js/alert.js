// Clears the error message at the next click or key.
"use strict";

for (const action of ["pointerdown", "keydown"]) {
  document.addEventListener(action, () => {
    const alert = document.getElementById("alert");
    if (alert?.textContent) alert.textContent = "";
  });
}
