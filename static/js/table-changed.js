// Tells every behaviour that the page has changed: `table:changing` is sent before new HTML is put in,
// `table:changed` after it and once when the page has loaded. `detail.cause` is "push" (WebSocket),
// "swap" (HTTP) or "load". The other files listen to these two events, not to those of htmx.
"use strict";

(() => {
  const EVENTS = {
    "htmx:wsBeforeMessage": ["table:changing", "push"],
    "htmx:beforeSwap": ["table:changing", "swap"],
    "htmx:wsAfterMessage": ["table:changed", "push"],
    "htmx:afterSwap": ["table:changed", "swap"],
    DOMContentLoaded: ["table:changed", "load"],
  };

  for (const [source, [name, cause]] of Object.entries(EVENTS)) {
    document.addEventListener(source, () => document.dispatchEvent(new CustomEvent(name, { detail: { cause } })));
  }
})();
