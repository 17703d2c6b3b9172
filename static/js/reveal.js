// The reckoning told stage by stage to those who see the game end; the page holds all of it at once.
"use strict";

(() => {
  const scores = () => document.getElementById("scores");
  const SHARE_OF_COUNTING = 0.85;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const lines = () => [...document.querySelectorAll("#log li")].map((line) => line.textContent);
  let told = scores()?.dataset.reveal;
  let known = 0;
  let ending = null;

  const isInTime = ({ stage, until }, now) => now >= Number(stage) && now < Number(until ?? Infinity);

  function show(section, now) {
    section.dataset.now = now;
    for (const part of section.querySelectorAll("[data-stage]")) part.classList.toggle("is-waiting", !isInTime(part.dataset, now));
  }

  // The same number of the same look, only smaller: every hand grows at the same speed.
  function count(section, pause) {
    const parts = [...section.querySelectorAll("[data-count]")].map((part) => {
      const text = part.textContent;
      part.style.minInlineSize = `${part.offsetWidth}px`;
      return { part, text, unit: Number(part.dataset.count), value: Number(text.replace(/\D/g, "")), comma: text.match(/\d(\D)\d/)?.[1] ?? "" };
    });
    const most = Math.max(...parts.map(({ value }) => value));
    const began = performance.now();
    const write = (now) => {
      const share = Math.min(1, (now - began) / pause);
      const isOver = share === 1 || !section.classList.contains("is-revealing");
      for (const { part, text, unit, value, comma } of parts) {
        const sum = String(Math.min(value, unit * Math.round(share * most / unit)));
        part.textContent = isOver ? text : text.replace(/\d.*\d|\d/, sum.replace(/\B(?=(\d{3})+$)/g, comma));
      }
      if (!isOver) requestAnimationFrame(write);
    };
    write(began);
  }

  function finish() {
    if (!ending) return;
    clearTimeout(ending.timer);
    const { section } = ending;
    const skip = section.querySelector("[data-skip]");
    const hadFocus = document.activeElement === skip;
    ending = null;
    section.classList.remove("is-revealing");
    section.classList.add("is-revealed");
    skip.hidden = true;
    for (const part of section.querySelectorAll("[data-stage]")) part.classList.remove("is-waiting");
    if (hadFocus) section.querySelector("table").focus({ preventScroll: true });
  }

  function step(section, pauses, now) {
    if (now === pauses.length) {
      finish();
      return;
    }
    show(section, now);
    ending = { section, timer: setTimeout(step, pauses[now], section, pauses, now + 1) };
  }

  function reveal(section) {
    const pauses = section.dataset.pauses.trim().split(" ").map(Number);
    const skip = section.querySelector("[data-skip]");
    section.classList.add("is-revealing");
    skip.hidden = false;
    if (document.activeElement === document.body) skip.focus({ preventScroll: true });
    const counting = pauses[0] * SHARE_OF_COUNTING;
    section.style.setProperty("--counting", `${counting}ms`);
    step(section, pauses, 0);
    count(section, counting);
  }

  // The last line of the log is the ending, which the heading tells with all that belongs to it.
  function say(section) {
    const last = known ? lines().slice(known, -1) : [];
    document.getElementById("news").textContent = [...last, section.querySelector("h2").textContent].join(" ");
  }

  function look() {
    const section = scores();
    if (ending && !ending.section.isConnected) finish();
    if (!section || section.dataset.reveal === told) return;
    told = section.dataset.reveal;
    say(section);
    if (!calm.matches) reveal(section);
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-skip]")) finish();
  });
  document.addEventListener("keydown", ({ key, target }) => {
    const isFree = !target.closest("a, button, input, select, textarea, summary");
    if (key === "Escape" || (key === "Enter" && isFree)) finish();
  });
  for (const name of ["htmx:wsBeforeMessage", "htmx:beforeSwap"]) document.addEventListener(name, () => { known = lines().length; });
  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap"]) document.addEventListener(name, look);
})();
