// The socket's life: quick returns, a word when it is away for long, and the way round it by HTTP.
"use strict";

htmx.config.wsReconnectDelay = (tries) => Math.min(5000, 300 * 2 ** tries) * (0.5 + Math.random() / 2);

// The page says what it shows, so that a socket which finds nothing new sends nothing.
htmx.createWebSocket = (url) => {
  const people = document.getElementById("people").dataset;
  const version = document.getElementById("version")?.value ?? "";
  const marks = new URLSearchParams({ ...people, version });
  const socket = new WebSocket(`${url}?${marks}`);
  socket.binaryType = htmx.config.wsBinaryType;
  return socket;
};

let since = null;
let open = false;

function sayConnection() {
  const word = document.getElementById("connection");
  const away = since === null ? 0 : Date.now() - since;
  word.hidden = away < 1500;
  if (!word.hidden) word.textContent = "…";
}

document.addEventListener("htmx:wsOpen", () => {
  open = true;
  since = null;
  sayConnection();
});
document.addEventListener("htmx:wsClose", (event) => {
  open = false;
  since ??= Date.now();
  if (event.detail.event?.code >= 4400) since = null;
});

// A move is never kept back for later: without a socket it goes by HTTP at once.
document.addEventListener("htmx:wsConfigSend", (event) => {
  if (open) return;
  event.preventDefault();
  const form = event.target;
  htmx.ajax("POST", form.action, { source: form, values: event.detail.parameters, swap: "none" }).then(poll);
});

function poll() {
  htmx.ajax("GET", location.href, { target: "#room", swap: "outerHTML" });
}

setInterval(() => {
  sayConnection();
  if (since !== null && Date.now() - since > 10000) poll();
}, 5000);
setInterval(sayConnection, 500);
