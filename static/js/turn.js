// Shows in the tab's title and icon that it is the viewer's turn.
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

  document.addEventListener("table:changed", say);
})();
