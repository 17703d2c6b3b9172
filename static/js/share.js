// Copies a link, or hands it to the system's share sheet.
"use strict";

(() => {
  const FEEDBACK = 2000;

  function offer() {
    for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }

  // Without HTTPS there is no clipboard API: select the field and use execCommand.
  async function copy(field) {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
  }

  async function copyWithWord(button) {
    await copy(document.getElementById(button.dataset.copies));
    button.dataset.idle ??= button.textContent;
    button.textContent = button.dataset.done;
    document.getElementById("news").textContent = button.dataset.done;
    setTimeout(() => { button.textContent = button.dataset.idle; }, FEEDBACK);
  }

  document.addEventListener("click", ({ target }) => {
    const copies = target.closest("[data-copies]");
    const shares = target.closest("[data-share]");
    if (copies) copyWithWord(copies).catch(() => {});
    if (shares) navigator.share({ url: document.getElementById(shares.dataset.share).value }).catch(() => {});
  });
  document.addEventListener("table:changed", offer);
})();
