// Closes one hint: it stays closed in this tab, and other hints are shown as before.
"use strict";

(() => {
  const KEY = "closed-hints";
  // Where sessionStorage is blocked, a hint stays closed as long as the page is open.
  const stored = () => { try { return JSON.parse(sessionStorage.getItem(KEY)) ?? []; } catch { return []; } };
  const store = () => { try { sessionStorage.setItem(KEY, JSON.stringify([...closed])); } catch { /* not kept */ } };
  const closed = new Set(stored());
  const words = () => document.getElementById("guide");

  function show() {
    words()?.toggleAttribute("data-closed", closed.has(words().textContent));
  }

  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-close-hint]")) return;
    closed.add(words().textContent);
    store();
    show();
  });
  document.addEventListener("table:changed", show);
})();
