// Asks for the browser's permission when the viewer switches notifications on; without it the setting goes off again.
"use strict";

document.addEventListener("choice", async ({ detail }) => {
  if (detail.name !== "notify" || detail.value !== "on") return;
  const answer = await window.Notification?.requestPermission();
  if (answer === "granted") document.dispatchEvent(new CustomEvent("notify:allowed"));
  else document.querySelector("[data-choice=notify]:checked")?.click();
});
