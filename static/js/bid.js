// The bid being composed: its sum as a sentence, the label of the bid button, and the smallest raise.
"use strict";

(() => {
  const cards = () => [...document.querySelectorAll("#hand input[name=cards]")];
  const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

  // The server says how money is written, in data attributes: see `MoneyFormat`.
  function money(amount) {
    const { before, comma, after, unit } = document.getElementById("play").dataset;
    return before + String(amount / unit).replace(/\B(?=(\d{3})+$)/g, comma) + after;
  }

  function describe() {
    const controls = document.getElementById("controls");
    const hand = document.getElementById("hand");
    if (!controls || !hand?.dataset.laid) return;
    const floor = Number(document.getElementById("stage").dataset.floor);
    const step = Number(document.getElementById("play").dataset.step);
    const laid = Number(hand.dataset.laid);
    const added = cards().filter((card) => card.checked).map((card) => Number(card.value));
    const sum = added.reduce((total, value) => total + value, 0);
    const total = laid + sum;
    const terms = laid ? [laid, ...added] : added;
    const facts = {
      added: money(sum), total: money(total), floor: money(floor),
      margin: money(total - floor), needed: money(floor + step), missing: money(floor + step - total),
      sum: terms.length > 1 ? `${terms.map(money).join(" + ")} = ${money(total)}` : money(total),
    };
    const isEnough = added.length > 0 && total > floor;
    sayHelper(controls.querySelector("[data-helper]"), added.length > 0, isEnough, floor, facts);
    const canBid = controls.querySelector("[data-smallest]") !== null;
    sayButton(controls.querySelector("[data-bid]"), canBid, isEnough, laid, facts);
    const commit = controls.querySelector("[data-commit]");
    if (commit) commit.disabled = added.length !== Number(controls.dataset.most);
  }

  function sayHelper(helper, hasCards, isEnough, floor, facts) {
    if (!helper) return;
    const { opens, beats, needed } = document.getElementById("play").dataset;
    helper.dataset.idle ??= helper.textContent;
    const words = !isEnough ? needed : floor ? beats : opens;
    helper.textContent = hasCards ? fill(words, facts) : helper.dataset.idle;
    const isTooLong = helper.scrollWidth > helper.clientWidth;
    if (hasCards && isTooLong) helper.textContent = fill(words, { ...facts, sum: facts.total });
    helper.classList.toggle("helper--short", hasCards && !isEnough);
  }

  function sayButton(button, canBid, isEnough, laid, facts) {
    if (!button) return;
    button.dataset.idle ??= button.textContent;
    button.disabled = !isEnough;
    const { bidWords, raiseWords, missing } = document.getElementById("play").dataset;
    const words = document.createElement("span");
    words.className = "button__words";
    words.textContent = isEnough ? fill(laid ? raiseWords : bidWords, facts) : button.dataset.idle;
    if (canBid && !isEnough) words.append(" ", small(fill(missing, facts)));
    button.replaceChildren(words);
  }

  function small(text) {
    const more = document.createElement("small");
    more.className = "button__more";
    more.textContent = text;
    return more;
  }

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "cards") return;
    const isSingle = document.getElementById("controls")?.dataset.most === "1";
    if (isSingle && target.checked) cards().forEach((card) => { card.checked = card === target; });
    describe();
  });
  document.addEventListener("click", ({ target }) => {
    const smallest = target.closest("[data-smallest]");
    if (!smallest) return;
    const wanted = smallest.dataset.smallest.trim().split(" ");
    cards().forEach((card) => { card.checked = wanted.includes(card.value); });
    describe();
  });
  document.addEventListener("table:changed", describe);
})();
