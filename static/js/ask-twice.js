// Buttons with data-ask-twice: the first click asks for confirmation, the second one submits.
"use strict";

(() => {
  const PATIENCE = 6000;

  function show(button, isAsking) {
    button.querySelector("[data-first]").hidden = isAsking;
    button.querySelector("[data-second]").hidden = !isAsking;
    button.classList.toggle("button--asking", isAsking);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ask-twice]");
    if (!button) return;
    const isDoubleClick = event.detail > 1;
    if (button.matches(".button--asking") && !isDoubleClick) return;
    event.preventDefault();
    show(button, true);
    document.getElementById("news").textContent = button.querySelector("[data-second]").textContent;
    setTimeout(show, PATIENCE, button, false);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target.matches("[data-ask-twice]")) show(target, false);
  });
})();
