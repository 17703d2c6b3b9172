// A notification when it is the viewer's turn in a hidden tab; only who asked for it gets one.
"use strict";

(() => {
  let wasTurn = false;

  const isAsked = () => document.documentElement.dataset.notify === "on";

  function tell() {
    const turn = document.getElementById("controls")?.dataset.turn;
    const isNew = Boolean(turn) && !wasTurn;
    wasTurn = Boolean(turn);
    if (!isNew || !isAsked() || !document.hidden || window.Notification?.permission !== "granted") return;
    const { call } = document.getElementById("call").dataset;
    const note = new Notification(turn, { body: call, tag: "turn", icon: document.querySelector("[data-icon]").dataset.iconTurn });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }

  // A browser that says no takes the choice back, so that nobody waits for what never comes.
  document.addEventListener("choice", async ({ detail }) => {
    if (detail.name !== "notify" || detail.value !== "on") return;
    const answer = await window.Notification?.requestPermission();
    const box = document.querySelector("[data-choice=notify]");
    if (answer !== "granted" && box.checked) box.click();
  });
  for (const name of ["htmx:wsAfterMessage", "htmx:afterSwap", "DOMContentLoaded"]) document.addEventListener(name, tell);
})();
