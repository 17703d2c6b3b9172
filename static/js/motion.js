// Cards travel: hand to table and back, stage to pile; a new lot is turned over. Nothing waits for it.
"use strict";

(() => {
  const PACE = 320;
  const TURN = 150;
  const FADE = 120;
  const EASE = "cubic-bezier(.2, .7, .2, 1)";
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;

  const all = (selector) => [...document.querySelectorAll(selector)];
  const valueOf = (card) => card.dataset.coin ?? card.firstElementChild.value;
  const placesOf = (selector) => new Map(all(selector).map((card) => [valueOf(card), card.getBoundingClientRect()]));
  const pile = (seat) => [...seat.querySelectorAll("[data-card]")].map((mini) => mini.dataset.card);

  function look() {
    const lot = document.querySelector(".room--playing .lot");
    return lot && {
      scene: document.getElementById("room").dataset.scene,
      number: document.getElementById("stage").dataset.lot,
      lot,
      place: lot.getBoundingClientRect(),
      hand: placesOf(".coins .coin"),
      laid: placesOf(".laid [data-coin]"),
      piles: new Map(all(".seat").map((seat) => [seat.id, pile(seat)])),
      totals: new Map(all(".seat").map((seat) => [seat.id, seat.querySelector(".seat__total")?.textContent])),
    };
  }

  const from = (old, now) => `translate(${old.left - now.left}px, ${old.top - now.top}px) scale(${old.width / now.width}, ${old.height / now.height})`;

  function travel(card, old) {
    const now = card.getBoundingClientRect();
    if (!old || !old.width || !now.width) return;
    card.animate([{ transform: from(old, now), transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration: PACE, easing: EASE });
  }

  function moveMoney() {
    for (const card of all(".laid [data-coin]")) if (!before.laid.has(valueOf(card))) travel(card, before.hand.get(valueOf(card)));
    for (const card of all(".coins .coin")) if (!before.hand.has(valueOf(card))) travel(card, before.laid.get(valueOf(card)));
    for (const seat of all(".seats .seat")) {
      const total = seat.querySelector(".seat__total");
      if (total && total.textContent !== before.totals.get(seat.id)) total.animate([{ transform: "translateY(-.6rem) scale(.7)", opacity: 0 }, {}], { duration: PACE, easing: EASE });
    }
  }

  // A copy of the card flies over everything and is gone; the table below is already as it is now.
  function fly(card, place, frames) {
    const copy = card.cloneNode(true);
    delete copy.dataset.cards;
    copy.removeAttribute("href");
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, { position: "fixed", zIndex: 5, margin: 0, pointerEvents: "none", transformOrigin: "0 0", left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px`, height: `${place.height}px` });
    document.body.append(copy);
    copy.animate(frames, { duration: PACE, easing: EASE }).finished.finally(() => copy.remove());
  }

  function newMini() {
    const card = before.lot.dataset.card;
    const owner = all(".seat").find((seat) => pile(seat).includes(card) && !before.piles.get(seat.id)?.includes(card));
    return owner?.querySelector(`[data-card="${card}"]`);
  }

  function carryOff() {
    const mini = newMini();
    const goal = mini?.getBoundingClientRect();
    const end = goal?.width ? { transform: from(goal, before.place), opacity: 0.6 } : { opacity: 0, transform: "translateY(-2rem)" };
    fly(before.lot, before.place, [{ opacity: 1 }, end]);
    mini?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, {}], { duration: PACE });
  }

  function turnOver(lot) {
    const back = lot.cloneNode(false);
    back.classList.add("lot--back");
    const art = lot.querySelector("svg").cloneNode(true);
    const use = art.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#back"));
    back.append(art);
    fly(back, lot.getBoundingClientRect(), [{ transform: "perspective(40rem)", transformOrigin: "50%" }, { transform: "perspective(40rem) rotateY(90deg)", transformOrigin: "50%", offset: TURN / PACE }, { transform: "perspective(40rem) rotateY(90deg)", transformOrigin: "50%" }]);
    lot.animate([{ transform: "perspective(40rem) rotateY(-90deg)" }, { transform: "perspective(40rem)" }], { delay: TURN, duration: PACE - TURN, easing: "ease-out", fill: "backwards" });
  }

  function move() {
    const now = before && look();
    if (!now || now.scene !== before.scene) return;
    const isNew = now.number !== before.number;
    if (stillness.matches) {
      if (isNew) now.lot.animate([{ opacity: 0 }, {}], { duration: FADE });
      return;
    }
    moveMoney();
    if (!isNew) return;
    carryOff();
    turnOver(now.lot);
  }

  for (const name of ["htmx:wsBeforeMessage", "htmx:beforeSwap"]) document.addEventListener(name, () => { before = document.hidden ? null : look(); });
  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap"]) document.addEventListener(name, move);
})();
