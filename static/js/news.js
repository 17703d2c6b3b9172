// Tells screen readers the new lines of the log, in the polite region; a log that was replaced says nothing new.
"use strict";

(() => {
  let log = null;
  let known = 0;

  document.addEventListener("table:changing", () => {
    log = document.getElementById("log");
    known = log?.children.length ?? 0;
  });
  document.addEventListener("table:changed", () => {
    if (!log?.isConnected || log.children.length === known) return;
    const lines = [...log.children].slice(known);
    document.getElementById("news").textContent = lines.map((line) => line.textContent).join(" ");
  });
})();
