// A mark on the button of the talk, while something was said that the closed sheet hides.
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
  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap"]) document.addEventListener(name, mark);
})();
