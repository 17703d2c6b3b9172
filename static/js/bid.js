// The bid being composed: its sum in words, the button that says what it does, the smallest raise.
"use strict";

(() => {
  const cards = () => [...document.querySelectorAll("#hand input[name=cards]")];
  const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

  // An amount written as the cards are: same sign, same grouping.
  function money(amount, unit) {
    const sample = document.querySelector("#hand .coin__text, #hand .coin--laid")?.textContent.trim() ?? "";
    const [, before, digits, after] = sample.match(/^(\D*)(.*\d)(\D*)$/) ?? ["", "", "", ""];
    const comma = digits.match(/\D/)?.[0] ?? "";
    const text = String(amount / unit).replace(/\B(?=(\d{3})+$)/g, comma);
    return before + text + after;
  }

  function describe() {
    const controls = document.getElementById("controls");
    if (!controls?.dataset.unit) return;
    const [unit, step, floor, laid] = ["unit", "step", "floor", "laid"].map((name) => Number(controls.dataset[name]));
    const show = (amount) => money(amount, unit);
    const added = cards().filter((card) => card.checked).map((card) => Number(card.value));
    const sum = added.reduce((total, value) => total + value, 0);
    const total = laid + sum;
    const terms = laid ? [laid, ...added] : added;
    const facts = {
      added: show(sum), total: show(total), floor: show(floor), margin: show(total - floor), needed: show(floor + step),
      sum: terms.length > 1 ? `${terms.map(show).join(" + ")} = ${show(total)}` : show(total),
    };
    const isEnough = added.length > 0 && total > floor;
    sayHelper(controls, added.length > 0, isEnough, floor, facts);
    sayButton(controls.querySelector("[data-bid]"), isEnough, laid, facts);
    const commit = controls.querySelector("[data-commit]");
    if (commit) commit.disabled = added.length !== Number(controls.dataset.most);
  }

  function sayHelper(controls, hasCards, isEnough, floor, facts) {
    const helper = controls.querySelector("[data-helper]");
    if (!helper) return;
    const { opens, beats, needed } = helper.dataset;
    helper.dataset.idle ??= helper.textContent;
    const words = !isEnough ? needed : floor ? beats : opens;
    helper.textContent = hasCards ? fill(words, facts) : helper.dataset.idle;
    const isTooLong = helper.scrollWidth > helper.clientWidth;
    if (hasCards && isTooLong) helper.textContent = fill(words, { ...facts, sum: facts.total });
    helper.classList.toggle("helper--short", hasCards && !isEnough);
  }

  function sayButton(button, isEnough, laid, facts) {
    if (!button) return;
    button.dataset.idle ??= button.textContent;
    button.disabled = !isEnough;
    const { idle, words, wordsRaise } = button.dataset;
    button.textContent = isEnough ? fill(laid ? wordsRaise : words, facts) : idle;
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
  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap", "DOMContentLoaded"]) document.addEventListener(name, describe);
})();
