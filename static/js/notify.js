// A notification when it becomes the viewer's turn in a hidden tab, if the viewer has switched it on.
// A service worker shows it where there is one: on Android pages may not make notifications themselves.
"use strict";

(() => {
  let wasTurn = false;

  const isAsked = () => document.documentElement.dataset.notify === "on";
  const isAllowed = () => window.Notification?.permission === "granted";

  function tell() {
    const turn = document.getElementById("controls")?.dataset.turn;
    const isNew = Boolean(turn) && !wasTurn;
    wasTurn = Boolean(turn);
    if (!isNew || !isAsked() || !document.hidden || !isAllowed()) return;
    const { call } = document.getElementById("call").dataset;
    const icon = document.querySelector("[data-icon]").dataset.iconTurn;
    const tag = `game-${parseInt(document.getElementById("room").dataset.screen, 10)}`;
    show(turn, { body: call, tag, icon, data: { url: location.pathname } });
  }

  async function show(title, options) {
    try {
      const worker = await navigator.serviceWorker?.getRegistration();
      if (worker?.active) await worker.showNotification(title, options);
      else showFromPage(title, options);
    } catch {
      // This browser shows none; title and icon of the tab still say whose turn it is.
    }
  }

  function showFromPage(title, options) {
    const note = new Notification(title, options);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }

  document.addEventListener("table:changed", tell);
})();
