// Animates cards between hand, table, stage and pile, and turns a new lot over, after the moment in which everybody
// sees what came of the last one. Nothing waits for it.
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
      screen: document.getElementById("room").dataset.screen,
      number: document.getElementById("stage").dataset.lot,
      lot,
      place: lot.getBoundingClientRect(),
      hand: placesOf(".coins .coin"),
      laid: placesOf(".laid [data-coin]"),
      piles: new Map(all(".seat").map((seat) => [seat.id, pile(seat)])),
      totals: new Map(all(".seat").map((seat) => [seat.id, seat.querySelector(".seat__total")?.textContent])),
    };
  }

  function from(old, now) {
    const [across, down] = [old.left - now.left, old.top - now.top];
    return `translate(${across}px, ${down}px) scale(${old.width / now.width}, ${old.height / now.height})`;
  }

  function travel(card, old) {
    const now = card.getBoundingClientRect();
    if (!old || !old.width || !now.width) return;
    const transformOrigin = "0 0";
    const frames = [{ transform: from(old, now), transformOrigin }, { transform: "none", transformOrigin }];
    card.animate(frames, { duration: PACE, easing: EASE });
  }

  function moveMoney() {
    for (const card of all(".laid [data-coin]")) {
      if (!before.laid.has(valueOf(card))) travel(card, before.hand.get(valueOf(card)));
    }
    for (const card of all(".coins .coin")) {
      if (!before.hand.has(valueOf(card))) travel(card, before.laid.get(valueOf(card)));
    }
    for (const seat of all(".seats .seat")) {
      const total = seat.querySelector(".seat__total");
      if (!total || total.textContent === before.totals.get(seat.id)) continue;
      total.animate([{ transform: "translateY(-.6rem) scale(.7)", opacity: 0 }, {}], { duration: PACE, easing: EASE });
    }
  }

  // Animates a copy of the card above the page and removes it; the table below shows the new state already.
  function fly(card, place, frames) {
    const copy = card.cloneNode(true);
    delete copy.dataset.cards;
    copy.removeAttribute("href");
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, { position: "fixed", zIndex: 5, margin: 0, pointerEvents: "none" });
    copy.style.transformOrigin = "0 0";
    for (const side of ["left", "top", "width", "height"]) copy.style[side] = `${place[side]}px`;
    document.body.append(copy);
    copy.animate(frames, { duration: PACE, easing: EASE }).finished.finally(() => copy.remove());
  }

  function newMini(old) {
    const card = old.lot.dataset.card;
    const owner = all(".seat").find((seat) => pile(seat).includes(card) && !old.piles.get(seat.id)?.includes(card));
    return owner?.querySelector(`[data-card="${card}"]`);
  }

  function carryOff(old) {
    const mini = newMini(old);
    const goal = mini?.getBoundingClientRect();
    const end = goal?.width
      ? { transform: from(goal, old.place), opacity: 0.6 }
      : { opacity: 0, transform: "translateY(-2rem)" };
    fly(old.lot, old.place, [{ opacity: 1 }, end]);
    mini?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, {}], { duration: PACE });
  }

  function turnOver(lot) {
    const back = lot.cloneNode(false);
    back.classList.add("lot--back");
    const art = lot.querySelector("svg").cloneNode(true);
    const use = art.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#back"));
    back.append(art);
    const flat = { transform: "perspective(40rem)", transformOrigin: "50%" };
    const edge = { transform: "perspective(40rem) rotateY(90deg)", transformOrigin: "50%" };
    fly(back, lot.getBoundingClientRect(), [flat, { ...edge, offset: TURN / PACE }, edge]);
    lot.animate(
      [{ transform: "perspective(40rem) rotateY(-90deg)" }, { transform: "perspective(40rem)" }],
      { delay: TURN, duration: PACE - TURN, easing: "ease-out", fill: "backwards" },
    );
  }

  function move() {
    const now = before && look();
    if (!now || now.screen !== before.screen) return;
    const isNew = now.number !== before.number;
    if (stillness.matches) {
      if (isNew) now.lot.animate([{ opacity: 0 }, {}], { duration: FADE });
      return;
    }
    moveMoney();
    if (!isNew) return;
    const old = before;
    if (document.querySelector("#moment[data-on]")) {
      document.addEventListener("moment:over", () => changeLots(old, now.screen), { once: true });
    } else changeLots(old, now.screen);
  }

  // Bids may have replaced the new lot since it was turned up, and the game may be over.
  function changeLots(old, screen) {
    const now = document.hidden ? null : look();
    if (now?.screen !== screen) return;
    carryOff(old);
    turnOver(now.lot);
  }

  document.addEventListener("table:changing", () => { before = document.hidden ? null : look(); });
  document.addEventListener("table:changed", move);
})();
