// The tab says when it is the viewer's turn: in its title and its icon.
"use strict";

(() => {
  const title = document.title;
  const icon = document.querySelector("[data-icon]");

  function say() {
    const turn = document.getElementById("controls")?.dataset.turn;
    const href = turn ? icon.dataset.iconTurn : icon.dataset.icon;
    document.title = turn ? `${turn} – ${title}` : title;
    if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
  }

  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap", "DOMContentLoaded"]) document.addEventListener(name, say);
})();
