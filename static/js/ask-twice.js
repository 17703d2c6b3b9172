// Buttons with data-ask-twice: the first click asks for confirmation, the second one submits.
// With data-ask-keys only the shortcut of a button is asked about: a key is pressed more easily by mistake.
"use strict";

(() => {
  const PATIENCE = 6000;
  const ASKING = "[data-ask-twice], [data-ask-keys]";

  function show(button, isAsking) {
    button.querySelector("[data-first]").hidden = isAsking;
    button.querySelector("[data-second]").hidden = !isAsking;
    button.classList.toggle("button--asking", isAsking);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(ASKING);
    const isShortcut = !event.isTrusted;
    if (!button || (button.matches("[data-ask-keys]") && !isShortcut)) return;
    const isDoubleClick = event.detail > 1;
    if (button.matches(".button--asking") && !isDoubleClick) return;
    event.preventDefault();
    show(button, true);
    document.getElementById("news").textContent = button.querySelector("[data-second]").textContent;
    setTimeout(show, PATIENCE, button, false);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target.matches(ASKING)) show(target, false);
  });
})();
