// What is pushed may replace the element that has the focus: its successor gets it.
"use strict";

(() => {
  let had = null;

  const named = ({ name, value }) => (name ? `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]` : "");

  document.addEventListener("htmx:wsBeforeMessage", () => {
    const element = document.activeElement;
    had = element && element !== document.body
      ? { element, id: element.id, selector: named(element), place: element.closest("#controls, #hand, [id]")?.id }
      : null;
  });

  document.addEventListener("htmx:wsAfterMessage", () => {
    if (!had || had.element.isConnected) return;
    const place = document.getElementById(had.place);
    const successor = document.getElementById(had.id) ?? (had.selector && place?.querySelector(had.selector));
    (successor || document.getElementById("controls"))?.focus({ preventScroll: true });
  });
})();
