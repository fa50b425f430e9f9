// The pages work without this script. It moves the focus to problems, sends a form once, looks whether work is done, and
// follows screens.
"use strict";
(() => {
  const problems = document.getElementById("problems");
  if (problems) problems.focus();

  for (const form of document.forms) {
    if (form.dataset.changes) continue;
    let sent = false;
    // A page that the browser shows again from its memory can be sent again, and so can one whose sending was stopped. The server
    // knows what has passed.
    const ready = () => {
      sent = false;
      form.querySelector("button")?.removeAttribute("aria-disabled");
    };
    form.addEventListener("submit", (event) => {
      if (sent) return event.preventDefault();
      sent = true;
      form.querySelector("button")?.setAttribute("aria-disabled", "true");
      setTimeout(ready, 5000);
    });
    addEventListener("pageshow", ready);
  }

  const main = document.getElementById("main");
  const parse = async (reply) => new DOMParser().parseFromString(await reply.text(), "text/html");

  const status = document.querySelector("[data-look]");
  let pause = 500;
  const look = async () => {
    try {
      const reply = await fetch(location.pathname, { redirect: "manual", cache: "no-store" });
      // The browser shows why a journey or a session is gone. A proxy or a store that is away for a moment, or that asks for
      // patience, doesn't end the page.
      const isGone = reply.status >= 400 && reply.status < 500 && reply.status !== 429;
      if (reply.type === "opaqueredirect" || isGone) return location.replace(location.pathname);
      if (reply.status !== 200) throw reply.status;
      const page = await parse(reply);
      const other = page.getElementById("main");
      if (!other || other.dataset.kind !== main.dataset.kind) return location.replace(location.pathname);
      const news = page.querySelector("[data-look]");
      // Only a change is announced.
      if (news && news.textContent !== status.textContent) status.replaceChildren(...news.childNodes);
    } catch {
      // The server is away. The next look may find it.
    }
    pause = Math.min(pause * 1.3, 5000);
    setTimeout(look, pause);
  };
  if (status) setTimeout(look, pause);

  // A screen. Its page is replaced node by node, so that the focus, an open list, and what is typed meanwhile stay.
  const form = document.getElementById("screen");
  if (!form) return;
  // The values of a send whose reply is shown. The reply replaces them, but not what was typed since.
  let sent = new Map();
  const isBox = (input) => input.type === "checkbox" || input.type === "radio";
  const value = (input) => (isBox(input) ? input.checked : input.value);
  const first = (input) =>
    isBox(input) ? input.defaultChecked
    : input.options ? [...input.options].find((option) => option.defaultSelected)?.value ?? input.options[0]?.value
    : input.defaultValue;
  const drop = (at, end) => {
    while (at !== end) {
      const after = at.nextSibling;
      at.remove();
      at = after;
    }
    return at;
  };
  const isSame = (node, other) => node.nodeName === other.nodeName && node.id === other.id;
  const morph = (node, next) => {
    if (!node.attributes) {
      if (node.data !== next.data) node.data = next.data;
      return;
    }
    const isInput = node.matches("input, textarea, select");
    const isTyped = isInput && value(node) !== first(node) && value(node) !== sent.get(node);
    for (const { name } of [...node.attributes]) {
      if (name !== "open" && !next.hasAttribute(name)) node.removeAttribute(name);
    }
    for (const { name, value } of next.attributes) {
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    }
    let at = node.firstChild;
    for (const child of [...next.childNodes]) {
      let match = at;
      while (match && child.id && !isSame(match, child)) match = match.nextSibling;
      if (match && isSame(match, child)) {
        at = drop(at, match).nextSibling;
        morph(match, child);
      } else node.insertBefore(child, at);
    }
    drop(at, null);
    if (isInput && !isTyped) {
      if (isBox(node)) node.checked = next.checked;
      else if (node.value !== next.value) node.value = next.value;
    }
  };

  let busy = Promise.resolve();
  const inTurn = (work) => (busy = busy.then(work).catch(() => {}));
  // What arrives while the next page is loaded must not lead elsewhere.
  let isLeaving = false;
  let again;
  const show = async (reply, values = new Map(), isPress = false) => {
    // A store or a proxy that is away for a moment doesn't end the page, unless a person waits for the reply.
    if (reply.status >= 500 && !isPress) {
      clearTimeout(again);
      again = setTimeout(changed, 5000);
      return;
    }
    const page = await parse(reply);
    if (isLeaving) return;
    const next = page.getElementById("main");
    if (!next || !form.isConnected) return;
    document.title = page.title;
    if (!reply.ok) return main.replaceWith(next);
    // The reply can have led to another page, or to another screen.
    const other = page.getElementById("screen");
    if (next.dataset.kind !== "screen" || other?.getAttribute("action") !== form.getAttribute("action")) {
      isLeaving = true;
      return location.replace(reply.url);
    }
    const focused = document.activeElement;
    sent = values;
    morph(main, next);
    if (!focused.isConnected && focused.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
  };
  const refresh = () => inTurn(async () => show(await fetch(location.pathname, { cache: "no-store" })));
  const send = (data, isPress = false) =>
    inTurn(async () => {
      const values = new Map();
      for (const input of form.elements) {
        // Only a press takes the argument of a command. A text that the script has sent can be late, and a password isn't shown.
        if (isPress || isBox(input) || input.options) values.set(input, value(input));
      }
      const reply = await fetch(form.action, { method: "POST", body: new URLSearchParams(data()) });
      await show(reply, values, isPress);
    });

  let timer;
  const sendLive = () => {
    clearTimeout(timer);
    send(() => {
      const data = new FormData(form);
      data.append("flow-live", "");
      return data;
    });
  };
  form.addEventListener("change", sendLive);
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(sendLive, 400);
  });
  let pressed;
  form.addEventListener("click", (event) => {
    // The second click of two is for the button that the person has seen.
    if (event.detail > 1 && pressed !== form.dataset.same) event.preventDefault();
    if (event.detail === 1) pressed = form.dataset.same;
  });
  let isPressing = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (isPressing) return;
    isPressing = true;
    // The press is for the screen that the person sees, also if another one comes before it is sent.
    const { name, value: button } = event.submitter ?? { name: "flow-press", value: "" };
    const number = form.elements["flow-screen"].value;
    send(() => {
      const data = new FormData(form);
      data.append(name, button);
      data.set("flow-screen", number);
      return data;
    }, true).then(() => {
      isPressing = false;
      form.querySelector("[aria-invalid]:not(fieldset), [aria-invalid] input")?.focus();
    });
  });

  let isLate = false;
  const changed = () => {
    isLate = document.hidden;
    if (!isLate) refresh();
  };
  const source = new EventSource(form.dataset.changes);
  source.addEventListener("change", changed);
  source.addEventListener("error", () => {
    // Too many pages are open, or the session is over.
    if (source.readyState === EventSource.CLOSED) setInterval(changed, 5000);
  });
  document.addEventListener("visibilitychange", () => isLate && changed());
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
