// Registers the service worker, by which the site can be installed, and closes notifications of a room that is open.
"use strict";

(() => {
  const { worker } = document.currentScript.dataset;

  async function register() {
    try {
      await navigator.serviceWorker?.register(worker);
      await clear();
    } catch {
      // Where it is refused, everything works without it.
    }
  }

  async function clear() {
    const registration = await navigator.serviceWorker?.getRegistration();
    const shown = await registration?.getNotifications() ?? [];
    shown.filter(({ data }) => data?.url === location.pathname).forEach((each) => each.close());
  }

  addEventListener("load", register);
  addEventListener("focus", () => clear().catch(() => null));
})();
