// A refusal is read once: it goes with the next thing the reader does.
"use strict";

for (const deed of ["pointerdown", "keydown"]) {
  document.addEventListener(deed, () => {
    const alert = document.getElementById("alert");
    if (alert?.textContent) alert.textContent = "";
  });
}
