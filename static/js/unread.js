// Marks the talk button while the closed sheet holds messages that were not read.
"use strict";

(() => {
  const sheet = () => document.getElementById("sheet-talk");
  const count = () => document.querySelectorAll("#messages li").length;
  let read = count();

  function mark() {
    const button = document.querySelector("[data-unread]");
    if (sheet()?.checkVisibility() || count() < read) read = count();
    button?.classList.toggle("tool--unread", count() > read);
  }

  document.addEventListener("toggle", mark, true);
  document.addEventListener("table:changed", mark);
})();
