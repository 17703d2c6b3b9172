// A notification when it becomes the viewer's turn in a hidden tab, if the viewer has switched it on.
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
    const icon = document.querySelector("[data-icon]").dataset.iconTurn;
    const note = new Notification(turn, { body: call, tag: "turn", icon });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }

  // Without the browser's permission the setting is switched off again.
  document.addEventListener("choice", async ({ detail }) => {
    if (detail.name !== "notify" || detail.value !== "on") return;
    const answer = await window.Notification?.requestPermission();
    const box = document.querySelector("[data-choice=notify]");
    if (answer !== "granted" && box.checked) box.click();
  });
  document.addEventListener("table:changed", tell);
})();
