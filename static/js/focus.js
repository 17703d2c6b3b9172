// A push may replace the focused element: moves the focus to its replacement.
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
    if (detail.cause !== "push" || !had || had.element.isConnected) return;
    const place = document.getElementById(had.place);
    const successor = document.getElementById(had.id) ?? (had.selector && place?.querySelector(had.selector));
    (successor || document.getElementById("controls"))?.focus({ preventScroll: true });
  });
})();
