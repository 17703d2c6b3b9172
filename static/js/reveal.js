// Shows the scores stage by stage to viewers who see the game end; the HTML holds all of them from the start.
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
    for (const part of section.querySelectorAll("[data-stage]")) {
      part.classList.toggle("is-waiting", !isInTime(part.dataset, now));
    }
  }

  // Counts each sum of money up from 0, written as the final one is; all grow at the same speed.
  function count(section, pause) {
    const parts = [...section.querySelectorAll("[data-count]")].map((part) => {
      const text = part.textContent;
      part.style.minInlineSize = `${part.offsetWidth}px`;
      const comma = text.match(/\d(\D)\d/)?.[1] ?? "";
      return { part, text, unit: Number(part.dataset.count), value: Number(text.replace(/\D/g, "")), comma };
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

  // The log's last line is left out: the heading says the same.
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
    if (calm.matches) return;
    if (!document.querySelector("#moment[data-on]")) reveal(section);
    else document.addEventListener("moment:over", () => section.isConnected && reveal(section), { once: true });
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-skip]")) finish();
  });
  document.addEventListener("keydown", ({ key, target }) => {
    const isFree = !target.closest("a, button, input, select, textarea, summary");
    if (key === "Escape" || (key === "Enter" && isFree)) finish();
  });
  document.addEventListener("table:changing", () => { known = lines().length; });
  document.addEventListener("table:changed", look);
})();
