// Shows what came of a lot over the stage for a moment, to those who see it go; a touch or a key ends it. Nothing
// waits for it: moves are sent and taken all the while. Sends `moment:over`. Also keeps the line of the last lot.
"use strict";

(() => {
  const SHARES = { short: 0.5, long: 2 };
  const LAST = 1.5; // the card that ended the game is turned over while it is shown
  const FITS = ["", "close", "closer", "closest"]; // see moment.css
  const SLACK = 4; // what a line may stand out by without being cut
  const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const moment = () => document.getElementById("moment");
  let known = moment()?.dataset.number;
  let timer = null;
  let skipped = null;

  function length({ dataset, children }) {
    const share = SHARES[document.documentElement.dataset.moment] ?? 1;
    return dataset.length * share * (children.length > 2 ? LAST : 1);
  }

  function end() {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    moment()?.removeAttribute("data-on");
    document.dispatchEvent(new CustomEvent("moment:over"));
  }

  function show(now) {
    now.setAttribute("data-on", "");
    fit(now);
  }

  function tellLastLot(now) {
    const line = document.getElementById("last-lot");
    const main = now.querySelector(".lot-moment__main");
    if (!line || !main) return;
    const art = now.querySelector("svg").cloneNode(true);
    const words = document.createElement("span");
    art.classList.add("last-lot__art");
    art.setAttribute("aria-hidden", "true");
    words.className = "last-lot__words";
    if (main.dataset.who) words.dataset.who = main.dataset.who;
    words.append(...[...main.querySelectorAll("bdi, i")].map((each) => each.cloneNode(true)));
    line.replaceChildren(art, words);
  }

  // Nobody scrolls in two seconds: what does not fit is set closer, until it does.
  function fit(now) {
    const list = now.querySelector("ul");
    for (const size of FITS) {
      now.dataset.fit = size;
      if (list.scrollHeight <= list.clientHeight + SLACK) return;
    }
  }

  function look() {
    const now = moment();
    if (now?.dataset.number === known) {
      if (timer !== null && now) show(now); // the whole room may have been replaced
      return;
    }
    known = now?.dataset.number;
    end();
    if (!known) return;
    tellLastLot(now);
    if (!length(now)) return;
    document.documentElement.style.setProperty("--moment", `${length(now)}ms`);
    show(now);
    timer = setTimeout(end, length(now));
  }

  document.addEventListener("table:changed", look);

  // Whatever lies under the moment does not feel the touch; what lies beside it does.
  document.addEventListener("click", end);

  // A key that ends it does nothing else: the focus may be on a button of the lot that is hidden yet.
  window.addEventListener("keydown", (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat;
    const isElsewhere = event.target.closest?.(TYPING) || document.querySelector(":popover-open");
    if (timer === null || isModified || isElsewhere || ["Tab", "Shift"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    skipped = event.key;
    end();
  }, true);
  window.addEventListener("keyup", (event) => {
    if (event.key !== skipped) return;
    skipped = null;
    event.preventDefault();
    event.stopPropagation();
  }, true);
})();
