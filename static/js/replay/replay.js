// The replay page: keys, automatic playing, and slider, log and links kept in step with the moment shown.
"use strict";

(() => {
  const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };
  const WITH_SHIFT = { ArrowLeft: "step-lot-back", ArrowRight: "step-lot-on" };
  const BUSY = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  let timer = null;
  let isOwnClick = false;

  const page = () => document.querySelector("[data-replay]");
  const part = (id) => document.getElementById(id);
  const isPlaying = () => timer !== null;
  const isEnd = () => !part("step-on").hasAttribute("href");

  // Steps of automatic playing replace the history entry. htmx reads these attributes when the answer
  // arrives, so they stay until the viewer takes a step.
  function trace(isTrace) {
    page()?.setAttribute("hx-push-url", String(isTrace));
    page()?.setAttribute("hx-replace-url", String(!isTrace));
  }

  function step(id, isTrace = true) {
    trace(isTrace);
    isOwnClick = true;
    if (part(id).hasAttribute("href")) part(id).click();
    isOwnClick = false;
  }

  function pace() {
    return Number(document.querySelector("[data-speed]").value);
  }

  function show() {
    document.querySelector("[data-autoplay]")?.setAttribute("data-autoplay", isPlaying() ? "on" : "off");
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    trace(true);
    show();
  }

  function next() {
    if (!page() || isEnd()) stop();
    else step("step-on", false);
  }

  function play() {
    timer = setTimeout(next, isEnd() ? pace() : 0);
    if (isEnd()) step("step-first", false);
    show();
  }

  const toggle = () => (isPlaying() ? stop() : play());

  // Scrolls the log only, not the page.
  function mark(at) {
    const log = part("log");
    const line = log.querySelector(`[data-ply="${at}"]`);
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    line.setAttribute("aria-current", "true");
    log.scrollTop = line.offsetTop - log.offsetTop - (log.clientHeight - line.offsetHeight) / 2;
  }

  function follow() {
    if (!page()) return;
    const { at, view, told } = part("told").dataset;
    const slider = part("at");
    if (document.activeElement !== slider || slider.value === at || isPlaying()) slider.value = at;
    slider.setAttribute("aria-valuetext", `${at}/${slider.max}: ${told}`);
    part("view").value = view;
    for (const next of document.querySelectorAll("[name=next]")) {
      next.value = `${location.pathname}?at=${at}&view=${view}`;
    }
    mark(at);
  }

  function settle({ detail }) {
    if (!page() || !page().contains(detail.elt)) return;
    follow();
    if (!part("scores")) part("news").textContent = part("told").dataset.told;
    if (!isPlaying()) return;
    clearTimeout(timer);
    timer = setTimeout(next, pace());
    if (isEnd()) stop();
  }

  // A key without a step to go to keeps its default: at the end of the game End scrolls the page.
  function goal({ key, shiftKey, target }) {
    const id = (shiftKey ? WITH_SHIFT : KEYS)[key];
    return id && !target.closest(BUSY) && part(id).hasAttribute("href") ? id : null;
  }

  const isFree = ({ target }) => !target.closest("a, button, summary, select, textarea, input:not([type=range])");

  document.addEventListener("keydown", (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    const isOff = document.documentElement.dataset.keys === "off" || document.querySelector(":popover-open");
    if (!page() || isModified || isOff) return;
    const id = goal(event);
    if (id) {
      stop();
      step(id);
    } else if (event.key === " " && isFree(event)) toggle();
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-autoplay]")) toggle();
    else if (!isOwnClick && target.closest("[data-replay] :is(.pace, .log a)")) stop();
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "at") stop();
  });
  // On a small screen a share link just made lies in a closed sheet: open it.
  function unfold() {
    if (!page() || !location.hash) return;
    const sheet = part(location.hash.slice(1))?.closest(".sheet");
    if (sheet && !sheet.checkVisibility()) sheet.showPopover();
  }

  document.addEventListener("toggle", () => page() && follow(), true);
  document.addEventListener("DOMContentLoaded", unfold);
  document.addEventListener("htmx:afterSettle", settle);
  for (const name of ["htmx:historyRestore", "DOMContentLoaded", "pageshow"]) window.addEventListener(name, follow);
})();
