// Settings kept in localStorage; each is a data attribute of <html>, set before the page is first painted.
"use strict";

(() => {
  const NAMES = ["theme", "sound", "notify", "keys", "guide", "moment"];
  const root = document.documentElement;

  // Where localStorage is blocked, a choice lasts as long as the page is open.
  const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const store = (name, value) => { try { localStorage.setItem(name, value); } catch { /* not kept */ } };
  function choose(name, value) {
    store(name, value);
    set(name, value);
    show();
    document.dispatchEvent(new CustomEvent("choice", { detail: { name, value } }));
  }

  function set(name, value) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  }

  function show() {
    for (const input of document.querySelectorAll("[data-choice]")) {
      input.checked = (root.dataset[input.dataset.choice] ?? "") === input.value;
    }
    for (const button of document.querySelectorAll("[data-toggles]")) {
      button.setAttribute("aria-pressed", root.dataset[button.dataset.toggles] === "on");
    }
  }

  NAMES.forEach((name) => set(name, stored(name)));
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.choice;
    if (name) choose(name, target.checked ? target.value : "");
  });
  document.addEventListener("click", ({ target }) => {
    const toggle = target.closest("[data-toggles]")?.dataset.toggles;
    if (toggle) choose(toggle, root.dataset[toggle] === "on" ? "" : "on");
  });
})();
