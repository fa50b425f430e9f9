// Follows the store while the page is open, and shows times in the reader's zone. Everything else works without this script.
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

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23",
});

// The server writes times in UTC, because it doesn't know the reader's zone.
function localize(element) {
  for (const time of element.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.title = whole.format(at);
    if (time.dataset.show === "date") time.textContent = date.format(at);
    if (time.dataset.show === "clock") time.textContent = clock.format(at);
  }
  for (const heading of element.querySelectorAll(".records .day")) heading.remove();
  for (const list of element.querySelectorAll(".records")) {
    let latest = null;
    for (const time of list.querySelectorAll("time[data-show=clock][datetime]")) {
      const text = day.format(new Date(time.dateTime));
      if (text === latest) continue;
      latest = text;
      const heading = document.createElement("li");
      heading.className = "day";
      heading.textContent = text;
      time.closest("li").before(heading);
    }
  }
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
  localize(element);
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
    for (const [name, part] of Object.entries(page.parts)) {
      waiting.delete(name);
      replace(name, part);
    }
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

if (main) localize(main);
if (main?.dataset.follow && live && window.EventSource) follow(main.dataset.follow);
// A page that is restored from the browser's memory must be loaded again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
