// Ignores presses on controls for a moment after they have replaced others or have appeared: whoever presses
// them then was aiming at what stood there before. Keys are covered, too: their presses are clicks.
"use strict";

(() => {
  const PAUSE = 400;
  const PARTS = ["controls", "auto-bid"];
  let before = new Map();

  // What a press on a part would mean: with another version it is about another bid or lot.
  function meaning(part) {
    const buttons = [...part.querySelectorAll("button")].map(({ name, value }) => `${name}=${value}`);
    return [document.getElementById("version")?.value, ...buttons].join(" ");
  }

  function look() {
    const parts = PARTS.map((id) => document.getElementById(id)).filter((part) => part?.checkVisibility());
    return new Map(parts.map((part) => [part.id, { part, means: meaning(part), isFresh: "fresh" in part.dataset }]));
  }

  function settle(part) {
    delete part.dataset.fresh;
  }

  document.addEventListener("table:changing", () => { before = look(); });

  document.addEventListener("table:changed", ({ detail }) => {
    if (detail.cause === "load") return;
    for (const [id, { part, means }] of look()) {
      const old = before.get(id);
      if (old?.part === part || (old?.means === means && !old.isFresh)) continue;
      part.dataset.fresh = "";
      setTimeout(settle, PAUSE, part);
    }
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fresh]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
})();
