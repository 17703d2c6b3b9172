// Announces "your turn" to screen readers, once a turn, in the alert region; the banner shows the same.
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

  document.addEventListener("table:changed", say);
})();
