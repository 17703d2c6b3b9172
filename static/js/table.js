// The bid being composed: live arithmetic, the smallest raise, and asking twice before a disgrace.
"use strict";

const ticked = () => [...document.querySelectorAll("#hand input[name=cards]:checked")];

function describe() {
  const controls = document.getElementById("controls");
  const button = controls?.querySelector("[data-bid]");
  if (!button) return;
  const unit = Number(controls.dataset.unit);
  const show = (amount) => (amount / unit).toLocaleString();
  const added = ticked().reduce((sum, input) => sum + Number(input.value), 0);
  const total = Number(controls.dataset.laid) + added;
  const floor = Number(controls.dataset.floor);
  button.disabled = !added || total <= floor;
  button.dataset.words ??= button.textContent;
  button.textContent = added ? `${button.dataset.words} ${show(total)}` : button.dataset.words;
}

document.addEventListener("change", (event) => {
  if (event.target.name === "cards") describe();
});

document.addEventListener("click", (event) => {
  const smallest = event.target.closest("[data-smallest]");
  if (smallest) {
    const wanted = new Set(smallest.dataset.smallest.trim().split(" "));
    for (const input of document.querySelectorAll("#hand input[name=cards]")) {
      input.checked = wanted.has(input.value);
    }
    describe();
  }
  const careful = event.target.closest("[data-ask-twice]");
  if (careful && !careful.dataset.asked) {
    event.preventDefault();
    careful.dataset.asked = "yes";
    careful.textContent = careful.dataset.askTwice;
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.target.matches("[data-clears]")) event.target.reset();
});
document.addEventListener("htmx:wsAfterMessage", describe);
document.addEventListener("DOMContentLoaded", () => {
  describe();
  const share = document.querySelector("[data-share]");
  if (share) share.hidden = false;
});
document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-share]")) return;
  const link = document.querySelector("[data-copy]").value;
  if (navigator.share) await navigator.share({ url: link }).catch(() => {});
  else await navigator.clipboard?.writeText(link);
});
