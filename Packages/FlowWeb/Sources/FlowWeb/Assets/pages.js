// The pages work without this script. It moves the focus to problems, sends a form once, and looks whether work is done.
"use strict";
(() => {
  const problems = document.getElementById("problems");
  if (problems) problems.focus();

  for (const form of document.forms) {
    let sent = false;
    form.addEventListener("submit", (event) => {
      if (sent) return event.preventDefault();
      sent = true;
      const button = form.querySelector("button");
      if (button) button.setAttribute("aria-disabled", "true");
    });
    // A page that the browser shows again from its memory can be sent again. The server knows what has passed.
    addEventListener("pageshow", () => {
      sent = false;
      form.querySelector("button")?.removeAttribute("aria-disabled");
    });
  }

  const status = document.querySelector("[data-look]");
  if (!status) return;
  const kind = document.getElementById("main").dataset.kind;
  let pause = 500;
  const look = async () => {
    try {
      const reply = await fetch(location.pathname, { redirect: "manual", cache: "no-store" });
      if (reply.type === "opaqueredirect") return location.replace(location.pathname);
      // A proxy or a store that is away for a moment doesn't end the page.
      if (reply.status !== 200) throw reply.status;
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      const other = page.getElementById("main");
      if (!other || other.dataset.kind !== kind) return location.replace(location.pathname);
      const news = page.querySelector("[data-look]");
      // Only a change is announced.
      if (news && news.textContent !== status.textContent) status.replaceChildren(...news.childNodes);
    } catch {
      // The server is away. The next look may find it.
    }
    pause = Math.min(pause * 1.3, 5000);
    setTimeout(look, pause);
  };
  setTimeout(look, pause);
})();
