// A push may replace or hide the focused element: moves the focus to its replacement, or to the controls.
"use strict";

(() => {
  let had = null;

  const named = ({ name, value }) => (name ? `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]` : "");

  document.addEventListener("table:changing", ({ detail }) => {
    if (detail.cause !== "push") return;
    const element = document.activeElement;
    had = element && element !== document.body
      ? { element, id: element.id, selector: named(element), place: element.closest("#controls, #hand, [id]")?.id }
      : null;
  });

  document.addEventListener("table:changed", ({ detail }) => {
    if (detail.cause !== "push" || !had || had.element.checkVisibility()) return;
    const place = document.getElementById(had.place ?? "controls");
    const namesake = had.id ? document.getElementById(had.id) : null;
    const successor = namesake ?? (had.selector && place?.querySelector(had.selector));
    (successor || document.getElementById("controls"))?.focus({ preventScroll: true });
  });
})();
