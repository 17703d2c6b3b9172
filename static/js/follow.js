// Keeps a growing list (data-follow) scrolled to its newest line, unless the reader has scrolled up.
"use strict";

(() => {
  const NEARLY = 24;
  const readings = new Map();

  document.addEventListener("scroll", ({ target }) => {
    if (!target.matches?.("[data-follow]")) return;
    const below = target.scrollHeight - target.scrollTop - target.clientHeight;
    if (below < NEARLY) readings.delete(target.id);
    else readings.set(target.id, target.scrollTop);
  }, true);

  function follow() {
    for (const list of document.querySelectorAll("[data-follow]")) {
      list.scrollTop = readings.get(list.id) ?? list.scrollHeight;
    }
  }

  document.addEventListener("table:changed", follow);
  document.addEventListener("toggle", follow, true);
  window.addEventListener("resize", follow);
})();
