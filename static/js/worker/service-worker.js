// Shows notifications, and a page of its own where there is no connection. It keeps that page and static files with
// a fingerprint in their name; it never keeps any other page. RELEASE is written before this file by the server.
"use strict";

const SHELL = `shell-${RELEASE.id}`;
const TOLD = "told";
const MOST_TOLD = 100;
const FINGERPRINT = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));

async function fill() {
  const shell = await caches.open(SHELL);
  await shell.add(new Request(RELEASE.offline, { cache: "reload" }));
  await shell.addAll(RELEASE.files);
  await self.skipWaiting();
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL, TOLD].includes(name)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith(RELEASE.static) && FINGERPRINT.test(url.pathname)) event.respondWith(file(request));
});

// Always the server's page; the page without a connection if it cannot be reached.
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await caches.match(RELEASE.offline);
    if (offline) return offline;
    throw error;
  }
}

async function file(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && fresh.type === "basic") await shell.put(request, fresh.clone());
  return fresh;
}

self.addEventListener("push", (event) => event.waitUntil(receive(event.data)));

async function receive(data) {
  const told = parsed(data);
  if (!told || await wasTold(told.id)) return;
  await count(told.waiting);
  if (told.kind === "over") await withdraw(told);
  else if (!await isLookedAt(told.url)) await self.registration.showNotification(told.title, options(told));
}

function parsed(data) {
  try {
    const told = data.json();
    return typeof told?.title === "string" ? told : null;
  } catch {
    return null;
  }
}

const options = ({ body, tag, kind, url }) => ({
  body, tag, renotify: kind !== "over", icon: RELEASE.icon, badge: RELEASE.badge, data: { url, kind },
});

// A message may come twice; it is shown once.
async function wasTold(id) {
  const told = await caches.open(TOLD);
  const key = `/told/${Number(id)}`;
  if (await told.match(key)) return true;
  await told.put(key, new Response());
  const keys = await told.keys();
  await Promise.all(keys.slice(0, -MOST_TOLD).map((old) => told.delete(old)));
  return false;
}

// Browsers want something to be shown at every message, and some withdraw their permission after a few without: it is
// shown without a sound, and closed, also where the notification was closed before.
async function withdraw(told) {
  await self.registration.showNotification(told.title, { ...options(told), silent: true, renotify: false });
  const all = await self.registration.getNotifications({ tag: told.tag });
  all.forEach((each) => each.close());
}

async function count(waiting) {
  if (waiting) await self.navigator.setAppBadge?.(waiting).catch(() => null);
  else await self.navigator.clearAppBadge?.().catch(() => null);
}

async function isLookedAt(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

async function show(url) {
  if (url.origin !== self.location.origin) return null;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === url.pathname);
  return open ? open.focus() : self.clients.openWindow(url.href);
}
