// Follows the store while the page is open. Everything else works without this script.
"use strict";

const main = document.getElementById("main");
const lost = document.getElementById("lost");
const live = document.getElementById("live");
const news = document.getElementById("news");
const waiting = new Map();
let latest = new Date();

// The target identifies a link, because it stays the same when a part of the page is replaced.
function place(element) {
  return element?.getAttribute("href") ?? null;
}

function isSelected(element) {
  const selection = document.getSelection();
  return selection && !selection.isCollapsed && selection.anchorNode && element.contains(selection.anchorNode);
}

function replace(name, part) {
  const element = document.getElementById(name);
  if (!element || element.dataset.version === part.version) return;
  // Selected text stays, so that it can be copied.
  if (isSelected(element)) {
    waiting.set(name, part);
    return;
  }
  const focused = element.contains(document.activeElement) ? place(document.activeElement) : null;
  element.innerHTML = part.html;
  element.dataset.version = part.version;
  if (focused) {
    for (const link of element.querySelectorAll("a[href]")) {
      if (place(link) === focused) {
        link.focus({ preventScroll: true });
        break;
      }
    }
  }
}

function warn(sentence) {
  lost.textContent = sentence;
  lost.hidden = !sentence;
  live.hidden = Boolean(sentence);
}

function follow(path) {
  const source = new EventSource(path);
  source.addEventListener("open", () => warn(""));
  source.addEventListener("page", (event) => {
    const page = JSON.parse(event.data);
    warn("");
    latest = new Date();
    document.title = page.title + " · Flow console";
    waiting.clear();
    for (const [name, part] of Object.entries(page.parts)) replace(name, part);
    if (page.news && news.textContent !== page.news) news.textContent = page.news;
  });
  source.addEventListener("fault", (event) => {
    warn(JSON.parse(event.data) + " This page shows what was known at " + latest.toLocaleTimeString() + ".");
  });
  source.addEventListener("error", () => {
    warn(
      "The connection to the console is lost. This page shows what was known at " + latest.toLocaleTimeString()
        + ", and tries again.");
    // A browser stops trying when the response isn't a stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(path), 3000);
  });
  window.addEventListener("pagehide", () => source.close(), { once: true });
}

document.addEventListener("selectionchange", () => {
  for (const [name, part] of [...waiting]) {
    waiting.delete(name);
    replace(name, part);
  }
});

if (main?.dataset.follow && live && window.EventSource) follow(main.dataset.follow);
// A page that is restored from the browser's memory must be loaded again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
