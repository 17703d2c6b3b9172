// Keyboard shortcuts for a turn: cards by their place in the hand, smallest raise, bid, pass; `?` lists them.
"use strict";

(() => {
  const PLACES = "1234567890-";
  const BUSY = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const PRESSED = "a, button, summary, input, [tabindex='0']";

  const isOff = () => document.documentElement.dataset.keys === "off";
  const isElsewhere = (target) => target.closest(BUSY) || document.querySelector(":popover-open");
  const press = (selector) => document.querySelector(selector)?.click();
  const cards = () => [...document.querySelectorAll("#hand input[name=cards]")];

  function putBack() {
    for (const card of cards()) if (card.checked) card.click();
  }

  // Enter keeps its default on links and buttons; elsewhere, and on a card of the hand, it bids.
  function bid(target) {
    if (!target.matches(PRESSED) || target.name === "cards") press("#controls :is([data-bid], [data-commit]):enabled");
  }

  function act(key) {
    const place = PLACES.indexOf(key);
    if (place >= 0) cards()[place]?.click();
    else if (key === "s") press("[data-smallest]");
    else if (key === "p") press("#controls [value=pass]");
    else if (key === "Escape") putBack();
    else if (key === "?") document.getElementById("keys").showPopover();
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
    if (isModified || isElsewhere(target) || (isOff() && key !== "?")) return;
    if (key === "Enter") {
      if (target.name === "cards") event.preventDefault();
      bid(target);
    } else if (act(key.length === 1 ? key.toLowerCase() : key)) event.preventDefault();
  });
})();
