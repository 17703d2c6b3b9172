// Shows times in the viewer's own zone; without scripts they are in UTC, and say so. Chooses that zone for e-mails.
"use strict";

(() => {
  const style = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

  function show() {
    const words = new Intl.DateTimeFormat(document.documentElement.lang, style);
    for (const time of document.querySelectorAll("time[data-local]")) {
      time.textContent = words.format(new Date(time.dateTime));
    }
  }

  // Only where none is stored, and only one that the server knows.
  function choose() {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    for (const list of document.querySelectorAll("select[data-own-zone]")) {
      const own = [...list.options].find(({ value }) => value === timeZone);
      if (!list.value && own) own.selected = true;
    }
  }

  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("DOMContentLoaded", choose);
})();
