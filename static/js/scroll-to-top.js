// Scrolls to the top when another screen is shown: a game has begun or ended.
"use strict";

(() => {
  const screen = () => document.querySelector("[data-screen]")?.dataset.screen;
  let last = screen();

  function look() {
    if (screen() === last) return;
    last = screen();
    window.scrollTo(0, 0);
  }

  document.addEventListener("table:changed", look);
})();
