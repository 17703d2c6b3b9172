// Running times, by the server's clock: until a turn ends, and since when a player is away.
"use strict";

(() => {
  const HURRY = 10;
  const LONG = 4 * 3600;
  const ahead = Date.now() / 1000 - Number(document.querySelector("[data-now]")?.dataset.now);
  const now = () => Date.now() / 1000 - ahead;

  // The end of a turn over days is a moment in the viewer's zone; its last hours are counted down.
  function moment(until) {
    const style = { weekday: "short", hour: "2-digit", minute: "2-digit" };
    return new Intl.DateTimeFormat(document.documentElement.lang, style).format(new Date(until * 1000));
  }

  function text(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    const pad = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
  }

  function tick() {
    for (const clock of document.querySelectorAll(".clock[data-until]")) {
      const left = Number(clock.dataset.until) - now();
      clock.textContent = left > LONG ? moment(Number(clock.dataset.until)) : text(left);
      clock.classList.toggle("clock--hurry", left < HURRY);
    }
    for (const away of document.querySelectorAll(".seat__away[data-since]")) {
      away.dataset.word ??= away.textContent;
      away.textContent = `${away.dataset.word} ${text(now() - Number(away.dataset.since))}`;
    }
  }

  setInterval(tick, 1000);
  document.addEventListener("table:changed", tick);
})();
