// Notifications that come while no page is open: this browser subscribes when the viewer switches them on.
"use strict";

(() => {
  const isOn = () => document.documentElement.dataset.notify === "on";
  const isPossible = () => "serviceWorker" in navigator && "PushManager" in window;
  const isAllowed = () => window.Notification?.permission === "granted";
  const place = () => document.querySelector("[data-push]");

  function bytes(key) {
    const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  }

  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // By which the server knows an endpoint.
  const digest = async (text) => hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

  async function send(url, fields) {
    const headers = JSON.parse(document.body.getAttribute("hx-headers"));
    const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(answer.status);
  }

  // The server's key, and what it has stored of this browser: a digest, "off", or nothing that holds.
  async function ask(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.status);
    return { key: bytes(await answer.text()), stored: answer.headers.get("Push-State") ?? "" };
  }

  // A subscription to another key, from before a backup was restored, gets nothing any more.
  async function subscription(key) {
    const { pushManager } = await navigator.serviceWorker.ready;
    const found = await pushManager.getSubscription();
    const theirs = found?.options?.applicationServerKey;
    if (found && (!theirs || hex(theirs) === hex(key))) return found;
    await found?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  // Switched off in the list of devices on another one: it stays off until it is switched on here.
  async function subscribe({ pushKey, pushOn }, isAsked) {
    const { key, stored } = await ask(pushKey);
    if (stored === "off" && !isAsked) {
      document.querySelector("[data-choice=notify]:checked")?.click();
      return;
    }
    const found = await subscription(key);
    if (stored === await digest(found.endpoint)) return;
    const { endpoint, keys } = found.toJSON();
    await send(pushOn, { endpoint, ...keys });
  }

  async function unsubscribe({ pushOff }) {
    const worker = await navigator.serviceWorker.getRegistration();
    const found = await worker?.pushManager.getSubscription();
    if (!found) return;
    await found.unsubscribe();
    await send(pushOff, {});
  }

  async function agree(isAsked) {
    const here = place();
    if (!here || !isPossible()) return;
    try {
      if (isOn() && isAllowed()) await subscribe(here.dataset, isAsked);
      else if (!isOn()) await unsubscribe(here.dataset);
      here.dataset.state = isOn() && isAllowed() ? "on" : "";
    } catch {
      here.dataset.state = "failed";
    }
  }

  document.addEventListener("choice", ({ detail }) => {
    if (detail.name === "notify" && detail.value !== "on") agree(true);
  });
  document.addEventListener("notify:allowed", () => agree(true));
  document.addEventListener("DOMContentLoaded", () => { if (isOn()) agree(false); });
})();
