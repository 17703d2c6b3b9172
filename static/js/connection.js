// Reconnects the socket, tells the viewer when it is gone for long, and uses HTTP in the meantime.
"use strict";

(() => {
  const RETURNED_BY_HTMX = [1006, 1011, 1012, 1013];
  const SAY_AFTER = 1500;
  const POLL_AFTER = 10000;
  const POLL_EVERY = 5000;

  const bar = document.querySelector("[data-connection]");
  if (!bar) return;
  const shown = bar.dataset.shows || "room";
  let socket = null;
  let lostAt = null;
  let polledAt = 0;
  let returns = 0;
  let isCloseReason = false;
  let isFetched = false;

  const pause = (tries) => Math.min(5000, 300 * 2 ** tries) * (0.5 + Math.random() / 2);
  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const isConnecting = () => socket?.readyState === WebSocket.CONNECTING;

  htmx.config.wsReconnectDelay = pause;

  // The page says what it shows, so that it is sent what it lacks, and no more.
  htmx.createWebSocket = (url) => {
    const seen = document.getElementById("seen")?.value ?? "";
    const outline = document.getElementById("room")?.dataset.outline ?? "";
    lostAt ??= Date.now();
    socket = new WebSocket(`${url}?${new URLSearchParams({ seen, outline })}`);
    socket.binaryType = htmx.config.wsBinaryType;
    return socket;
  };

  document.addEventListener("htmx:wsOpen", () => {
    lostAt = null;
    isFetched = false;
    returns = 0;
    say();
  });

  document.addEventListener("htmx:wsClose", ({ detail: { event, socketWrapper } }) => {
    isCloseReason = event.code >= 4400 && event.code < 4500;
    if (isCloseReason) {
      lostAt = null;
      return;
    }
    lostAt ??= Date.now();
    if (RETURNED_BY_HTMX.includes(event.code)) return;
    setTimeout(() => {
      if (!isOpen() && !isConnecting()) socketWrapper.reconnect();
    }, pause(returns++));
  });

  window.addEventListener("offline", () => {
    lostAt ??= Date.now();
    socket?.close();
  });

  // A move is never queued: without a socket it is sent by HTTP at once.
  document.addEventListener("htmx:wsConfigSend", (event) => {
    if (isOpen()) return;
    event.preventDefault();
    const form = event.target;
    htmx.ajax("POST", form.action, { source: form, values: event.detail.parameters, swap: "none" }).catch(() => {});
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const isCommand = detail.requestConfig?.verb === "post";
    if (detail.target?.id === shown) isFetched = detail.successful;
    if (isCommand && detail.xhr.status && !isOpen()) poll();
  });
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, ({ detail }) => {
      if (detail.requestConfig?.verb === "post") complain();
    });
  }

  // Only what is shown is swapped in for it, not an error page, for example of a proxy.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === shown && detail.xhr.status !== 200) detail.shouldSwap = false;
  });

  function complain() {
    const alert = document.getElementById("alert");
    alert.className = "alert";
    alert.textContent = bar.dataset.unsent;
  }

  function poll() {
    polledAt = Date.now();
    htmx.ajax("GET", location.pathname, { target: `#${shown}`, swap: "outerHTML" }).catch(() => {});
  }

  const isComposing = () => document.querySelector("#hand input:checked, #text:not(:placeholder-shown)") !== null;

  // Only what is true now: a page that is offline fetches nothing, and one with a half-made bid is left alone.
  function wordsFor(away) {
    const { lost, offline, polling, composing } = bar.dataset;
    if (away < SAY_AFTER) return "";
    if (away < POLL_AFTER) return lost;
    if (isComposing()) return composing;
    return isFetched && navigator.onLine ? polling : offline;
  }

  function say() {
    const away = lostAt === null ? 0 : Date.now() - lostAt;
    const words = wordsFor(away);
    bar.hidden = !words;
    if (bar.textContent !== words) {
      bar.textContent = words;
      document.getElementById("news").textContent = words;
    }
    return away;
  }

  setInterval(() => {
    const away = say();
    if (away > POLL_AFTER && Date.now() - polledAt >= POLL_EVERY && !isComposing() && !isCloseReason) poll();
  }, 500);
})();
