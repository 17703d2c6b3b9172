// "Your turn" is said once, at once, to who listens; who looks has the banner.
"use strict";

(() => {
  let said = document.getElementById("call")?.dataset.call;

  function say() {
    const call = document.getElementById("call")?.dataset.call;
    if (call === said) return;
    said = call;
    const alert = document.getElementById("alert");
    if (!call && !alert.classList.contains("alert--spoken")) return;
    alert.classList.toggle("alert--spoken", Boolean(call));
    alert.textContent = call ?? "";
  }

  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap"]) document.addEventListener(name, say);
})();
