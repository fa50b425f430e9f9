// The pages work without this script. It moves the focus to problems, sends a form once, and follows work and screens.
"use strict";
(() => {
  const problems = document.getElementById("problems");
  if (problems) problems.focus();

  for (const form of document.forms) {
    if (form.dataset.changes) continue;
    let sent = false;
    // A page that is shown again from memory, or whose sending was stopped, can be sent again. The server knows what has passed.
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
      // The browser shows why a journey or a session is gone. A server that is away, or asks for patience, doesn't end the page.
      const isGone = reply.status >= 400 && reply.status < 500 && reply.status !== 429;
      if (reply.type === "opaqueredirect" || isGone) return location.replace(location.pathname);
      if (reply.status !== 200) throw reply.status;
      const page = await parse(reply);
      const other = page.getElementById("main");
      if (!other || other.dataset.kind !== main.dataset.kind) return location.replace(location.pathname);
      const news = page.querySelector("[data-look]");
      if (news && news.textContent !== status.textContent) status.replaceChildren(...news.childNodes);
    } catch {
      // The next look may find the server.
    }
    pause = Math.min(pause * 1.3, 5000);
    setTimeout(look, pause);
  };
  if (status) setTimeout(look, pause);

  // A screen. Its page is replaced node by node, so that the focus, an open list, and what is typed meanwhile stay.
  const form = document.getElementById("screen");
  if (!form) return;
  // Whether an input keeps what the person has entered.
  let isTyped;
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
    const isTaken = node.matches("input, textarea, select") && !isTyped(node);
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
    if (isTaken) {
      if (isBox(node)) node.checked = next.checked;
      else if (node.value !== next.value) node.value = next.value;
    }
  };

  // What the script does by itself is tried again.
  let again;
  // The sentence of a form that has failed.
  let said;
  const say = (page) => {
    const note = document.createElement("p");
    note.className = "note";
    note.append(said);
    page.getElementById("note")?.replaceChildren(note);
  };
  const fail = (isSaid, sentence = "The server can't be reached. Try again in a moment.") => {
    if (!isSaid || source.readyState === EventSource.CLOSED) {
      clearTimeout(again);
      again = setTimeout(changed, 5000);
    }
    if (!isSaid) return;
    said = sentence;
    say(document);
  };
  let busy = Promise.resolve();
  // What arrives while the page is left must not lead elsewhere.
  let isLeaving = false;
  // Shows the page of now, or that after a form with more fields.
  const ask = (more, isPress) => {
    const work = async () => {
      const at = new Map([...form.elements].map((input) => [input, value(input)]));
      const data = new FormData(form);
      for (const field of more ?? []) data.set(...field);
      const reply = await (more
        ? fetch(form.action, { method: "POST", body: new URLSearchParams(data) })
        : fetch(location.pathname, { cache: "no-store" }));
      const page = await parse(reply);
      if (isLeaving || !form.isConnected) return;
      const next = page.getElementById("main");
      const isOver = [404, 409, 410].includes(reply.status);
      // Other errors don't end the page, and what was entered stays.
      if (!next || !(reply.ok || isOver))
        return fail(isPress || (more && reply.status < 500), next?.querySelector("p")?.textContent);
      document.title = page.title;
      if (isOver) {
        source.close();
        return main.replaceWith(next);
      }
      const other = page.getElementById("screen");
      if (next.dataset.kind !== "screen" || other?.getAttribute("action") !== form.getAttribute("action")) {
        isLeaving = true;
        return location.replace(reply.url);
      }
      const isSameScreen = other.dataset.screen === form.dataset.screen;
      // The page names the live form that was taken. The text in it is perhaps not whole, and a password isn't shown.
      const isTaken = more && other.dataset.taken === more[0][1];
      if (more || !isSameScreen) said = "";
      if (said) say(page);
      isTyped = (input) =>
        isSameScreen && (value(input) !== at.get(input)
          || (value(input) !== first(input) && !(isPress || isTaken && (isBox(input) || input.options))));
      const focused = document.activeElement;
      morph(main, next);
      if (!focused.isConnected && focused.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
      if (source.readyState === EventSource.CLOSED) follow();
    };
    return (busy = busy.then(work).catch(() => fail(isPress)));
  };

  let timer;
  // A press soon after an entry carries it.
  form.addEventListener("input", ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(() => ask([["flow-live", "" + Math.random()]]), isBox(target) || target.options ? 100 : 400);
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
    if (isPressing) return;
    clearTimeout(timer);
    isPressing = true;
    // The press is for the screen that the person sees, also if another one comes before it is sent.
    const { name, value: button } = event.submitter ?? { name: "flow-press", value: "" };
    ask([[name, button], ["flow-screen", form.elements["flow-screen"].value]], true).then(() => {
      isPressing = false;
      form.querySelector("[aria-invalid]:not(fieldset), [aria-invalid] input")?.focus();
    });
  });

  let isLate = false;
  const changed = () => {
    isLate = document.hidden;
    if (!isLate && form.isConnected) ask();
  };
  let source;
  const follow = () => {
    source = new EventSource(form.dataset.changes);
    source.addEventListener("change", changed);
    // Too many pages are open, or the session is over.
    source.addEventListener("error", () => source.readyState === EventSource.CLOSED && fail());
  };
  follow();
  document.addEventListener("visibilitychange", () => isLate && changed());
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
