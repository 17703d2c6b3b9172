// Explains a card in a popover beside it, from the page's list of cards; without scripts the link opens the rules.
"use strict";

(() => {
  const GAP = 8;

  const answer = (card) => document.querySelector(`[data-help="${CSS.escape(card)}"]`)?.cloneNode(true);

  function cardsOf(link) {
    const minis = [...link.querySelectorAll("[data-card]")].map((mini) => mini.dataset.card);
    return link.dataset.card ? [link.dataset.card] : minis;
  }

  function place(help, link) {
    const near = link.getBoundingClientRect();
    const own = help.getBoundingClientRect();
    const top = near.bottom + GAP + own.height < innerHeight ? near.bottom + GAP : near.top - GAP - own.height;
    const left = Math.min(Math.max(GAP, near.left), innerWidth - own.width - GAP);
    Object.assign(help.style, { margin: 0, left: `${left}px`, top: `${Math.max(GAP, top)}px` });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-cards]");
    const help = document.getElementById("card-help");
    if (!link || !help?.showPopover || event.ctrlKey || event.metaKey) return;
    const answers = cardsOf(link).map(answer).filter(Boolean);
    if (!answers.length) return;
    event.preventDefault();
    help.replaceChildren(...answers);
    help.showPopover({ source: link });
    place(help, link);
    help.focus({ preventScroll: true });
  });
})();
