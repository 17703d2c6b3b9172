// A new scene, when a game begins or ends, is seen from its top.
"use strict";

(() => {
  const scene = () => document.querySelector("[data-scene]")?.dataset.scene;
  let last = scene();

  function look() {
    if (scene() === last) return;
    last = scene();
    window.scrollTo(0, 0);
  }

  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap"]) document.addEventListener(name, look);
})();
